package archfixture.sideways.core;

/** Is imported. */
public interface Engine {

}
