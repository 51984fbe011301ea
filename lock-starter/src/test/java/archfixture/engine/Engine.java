package archfixture.engine;

import archfixture.store.Store;

import org.springframework.context.Lifecycle;

/** The core must not know Spring. It may know the port. */
public interface Engine {

	Lifecycle lifecycle();

	Store store();

}
