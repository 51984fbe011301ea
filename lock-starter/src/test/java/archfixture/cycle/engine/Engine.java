package archfixture.cycle.engine;

import archfixture.cycle.store.Store;

/** One half of a cycle. */
public interface Engine {

	Store target();

}
