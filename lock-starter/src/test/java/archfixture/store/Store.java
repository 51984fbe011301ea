package archfixture.store;

import archfixture.engine.Engine;

/** The port must not know the core. The core knows the port, so this is also a cycle. */
public interface Store {

	Engine target();

}
