package archfixture.sideways.engine;

/** Is imported. */
public interface Engine {

}
