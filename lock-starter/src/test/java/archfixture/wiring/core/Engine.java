package archfixture.wiring.core;

import archfixture.wiring.autoconfigure.Wiring;

/** Nobody imports the wiring. */
public interface Engine {

	Wiring target();

}
