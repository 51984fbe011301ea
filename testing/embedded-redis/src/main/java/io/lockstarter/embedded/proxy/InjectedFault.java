package io.lockstarter.embedded.proxy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** A fault in a proxy that applies to matching commands. */
public final class InjectedFault implements AutoCloseable {

	private final Fault fault;

	private final Predicate<Command> matching;

	/** The number of commands to which the fault still applies. */
	private final AtomicInteger left;

	private final AtomicLong fired = new AtomicLong();

	InjectedFault(Fault fault, Predicate<Command> matching, int times) {
		this.fault = fault;
		this.matching = matching;
		this.left = new AtomicInteger(times);
	}

	/**
	 * Returns how often the fault has occurred. A fault of a reply occurs when the reply
	 * arrives.
	 */
	public long fired() {
		return this.fired.get();
	}

	/**
	 * Removes the fault for further commands. Commands that are already delayed stay
	 * delayed.
	 */
	public void remove() {
		this.left.set(0);
	}

	@Override
	public void close() {
		remove();
	}

	/** Claims the command if it matches and the fault is not used up. */
	boolean claims(Command command) {
		return this.matching.test(command)
				&& this.left.getAndUpdate((left) -> (left == 0 || left == Integer.MAX_VALUE) ? left : left - 1) != 0;
	}

	boolean isUsedUp() {
		return this.left.get() == 0;
	}

	void beforeRequest() throws InterruptedException {
		if (this.fault instanceof RequestFault requestFault) {
			this.fired.incrementAndGet();
			requestFault.beforeRequest();
		}
	}

	ReplyFault.Fate beforeReply(long sentNanos) throws InterruptedException {
		if (this.fault instanceof ReplyFault replyFault) {
			this.fired.incrementAndGet();
			return replyFault.beforeReply(sentNanos);
		}
		return ReplyFault.Fate.PASS_ON;
	}

}
