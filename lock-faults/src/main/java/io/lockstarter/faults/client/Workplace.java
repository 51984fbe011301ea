package io.lockstarter.faults.client;

import io.lockstarter.faults.history.History;

/**
 * What a thread works with.
 *
 * @param slot the number of the client
 * @param history where it writes down what it sees
 * @param memory the counters
 * @param writer its connection to the fenced resource
 * @param probe asks the lock server directly
 */
record Workplace(int slot, History history, Memory memory, FencedWriter writer, Probe probe) {

	/** The keys have a number at their end. */
	int number(String key) {
		return Integer.parseInt(key.substring(key.lastIndexOf(':') + 1));
	}

}
