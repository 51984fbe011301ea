package archfixture.cycle.store;

import archfixture.cycle.core.Engine;

/** The other half of a cycle. */
public interface Store {

	Engine target();

}
