package archfixture.upward.store;

import archfixture.upward.core.Engine;

/** The port must not know the core. */
public interface Store {

	Engine target();

}
