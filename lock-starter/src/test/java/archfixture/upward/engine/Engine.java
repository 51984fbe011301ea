package archfixture.upward.engine;

/** Is imported. */
public interface Engine {

}
