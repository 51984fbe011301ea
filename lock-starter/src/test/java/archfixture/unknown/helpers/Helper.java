package archfixture.unknown.helpers;

/** Is imported. */
public interface Helper {

}
