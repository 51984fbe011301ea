package archfixture.shortcut.engine;

/** Is imported. */
public interface Engine {

}
