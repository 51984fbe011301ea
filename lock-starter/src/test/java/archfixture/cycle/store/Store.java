package archfixture.cycle.store;

import archfixture.cycle.engine.Engine;

/** The other half of a cycle. */
public interface Store {

	Engine target();

}
