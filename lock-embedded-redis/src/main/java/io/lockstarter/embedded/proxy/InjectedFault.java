package io.lockstarter.embedded.proxy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** A fault that waits in a proxy for its commands. */
public final class InjectedFault implements AutoCloseable {

	private final Fault fault;

	private final Predicate<Command> matching;

	/** How many commands it will still hit. */
	private final AtomicInteger left;

	private final AtomicLong fired = new AtomicLong();

	InjectedFault(Fault fault, Predicate<Command> matching, int times) {
		this.fault = fault;
		this.matching = matching;
		this.left = new AtomicInteger(times);
	}

	/** How often it has happened: for a reply's fault that is when the reply came. */
	public long fired() {
		return this.fired.get();
	}

	/** Hits no further command; what it holds back already stays so. */
	public void remove() {
		this.left.set(0);
	}

	@Override
	public void close() {
		remove();
	}

	/** Claims the command, unless it is for others or the fault is used up. */
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
