package archfixture.api;

import archfixture.api.store.Store;

/** The API must not know what is behind it. */
public interface Service {

	Store target();

}
