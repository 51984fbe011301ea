package io.lockstarter.search;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** A command in flight to the server, or its reply. */
final class SearchMessage {

	final SearchClient client;

	final String what;

	final Supplier<?> command;

	final long sentAt;

	/** The fiber that waits for the reply, or {@code null} if none waits any more. */
	@Nullable SearchFiber fiber;

	/** The epoch of its sender's connection at the start of the step that sent it. */
	final long epoch;

	/** Whether it may take any time. */
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

	/** Returns a second copy of the command, without a fiber that waits for it. */
	SearchMessage echo() {
		SearchMessage echo = new SearchMessage(this.client, this.what, this.command, this.sentAt, null, 0);
		echo.slow = true;
		return echo;
	}

	@Override
	public String toString() {
		return this.what + ((this.fiber == null) ? " (without a waiting caller)" : "");
	}

}
