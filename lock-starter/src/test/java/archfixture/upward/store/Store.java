package archfixture.upward.store;

import archfixture.upward.engine.Engine;

/** The port must not know the core. */
public interface Store {

	Engine target();

}
