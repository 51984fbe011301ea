package archfixture.helpers;

/** No rule knows this package. */
public interface Helper {

}
