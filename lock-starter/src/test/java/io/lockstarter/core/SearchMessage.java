package io.lockstarter.core;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** A command on its way to the server and back. */
final class SearchMessage {

	final SearchClient client;

	final String what;

	final Supplier<?> command;

	final long sentAt;

	/** Who waits for its reply; {@code null}: nobody any more. */
	@Nullable SearchFiber fiber;

	/** Its sender's connection when the step began that sent it. */
	final long epoch;

	/** It may take any time. */
	boolean slow;

	@Nullable Object reply;

	SearchMessage(SearchClient client, String what, Supplier<?> command, long sentAt, @Nullable SearchFiber fiber,
			long epoch) {
		this.client = client;
		this.what = what;
		this.command = command;
		this.sentAt = sentAt;
		this.fiber = fiber;
		this.epoch = epoch;
	}

	/** Its bytes, once more, for nobody. */
	SearchMessage echo() {
		SearchMessage echo = new SearchMessage(this.client, this.what, this.command, this.sentAt, null, 0);
		echo.slow = true;
		return echo;
	}

	@Override
	public String toString() {
		return this.what + ((this.fiber == null) ? " (nobody waits for it)" : "");
	}

}
