package archfixture.clean.engine;

import archfixture.clean.store.Store;

/** The core may know the port. */
public interface Engine {

	Store target();

}
