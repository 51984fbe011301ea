package archfixture.api.store;

/** Is imported. */
public interface Store {

}
