package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.store.Release;

/**
 * Holds releases for one script, with its keys and arguments. They are the same on all
 * nodes, so they are built once.
 */
final class ReleaseBatch {

	private final List<Release> entries;

	private final String[] names;

	private final String[] args;

	ReleaseBatch(Keys keys, List<Release> entries) {
		this.entries = entries;
		this.names = new String[3 * entries.size()];
		this.args = new String[3 * entries.size()];
		for (int i = 0; i < entries.size(); i++) {
			Release entry = entries.get(i);
			this.names[3 * i] = keys.lock(entry.key());
			this.names[3 * i + 1] = keys.counter(entry.key());
			this.names[3 * i + 2] = keys.waiterMark(entry.key());
			this.args[3 * i] = entry.token();
			this.args[3 * i + 1] = Long.toString(entry.keepMillis());
			this.args[3 * i + 2] = Long.toString(entry.fence());
		}
	}

	List<Release> entries() {
		return this.entries;
	}

	/** Sends the script to a node. */
	CompletableFuture<List<Object>> run(NodeConnection connection) {
		return NodeScript.RELEASE.run(connection, () -> true, this.names, this.args);
	}

}
