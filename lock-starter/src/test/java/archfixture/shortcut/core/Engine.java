package archfixture.shortcut.core;

/** Is imported. */
public interface Engine {

}
