package io.lockstarter.embedded.proxy;

import org.jspecify.annotations.Nullable;

/** A command that was sent to Redis and has no reply yet. */
record Exchange(@Nullable InjectedFault fault, long sentNanos) {

	ReplyFault.Fate beforeReply() throws InterruptedException {
		return (this.fault != null) ? this.fault.beforeReply(this.sentNanos) : ReplyFault.Fate.PASS_ON;
	}

}
