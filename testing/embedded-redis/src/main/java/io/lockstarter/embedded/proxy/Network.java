package io.lockstarter.embedded.proxy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The state that all connections of one proxy share. */
record Network(Faults faults, Gate gate, Set<Link> links) {

	Network() {
		this(new Faults(), new Gate(), ConcurrentHashMap.newKeySet());
	}

}
