package archfixture.springinengine.engine;

import org.springframework.context.Lifecycle;

/** The core must not know Spring. */
public interface Engine {

	Lifecycle target();

}
