package archfixture.upward.core;

/** Is imported. */
public interface Engine {

}
