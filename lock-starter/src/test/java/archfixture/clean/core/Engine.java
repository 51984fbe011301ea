package archfixture.clean.core;

import archfixture.clean.store.Store;

/** The core may know the port. */
public interface Engine {

	Store target();

}
