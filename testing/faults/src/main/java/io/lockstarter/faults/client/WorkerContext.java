package io.lockstarter.faults.client;

import io.lockstarter.faults.history.History;

/**
 * The tools of a worker thread.
 *
 * @param slot the number of the client
 * @param history records the events of the worker
 * @param memory the counters
 * @param writer the connection to the fenced resource
 * @param probe reads locks directly from the server
 */
record WorkerContext(int slot, History history, SharedMemory memory, FencedWriter writer, ServerProbe probe) {

	/** Returns the number at the end of a key. */
	int number(String key) {
		return Integer.parseInt(key.substring(key.lastIndexOf(':') + 1));
	}

}
