package archfixture.wiring.engine;

import archfixture.wiring.autoconfigure.Wiring;

/** No package may import the wiring. */
public interface Engine {

	Wiring target();

}
