package io.lockstarter.benchmarks.load;

import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.HeldLock;
import org.jspecify.annotations.Nullable;

/**
 * Many waiters for one holder. {@code crowd/hold} and {@code crowd/release} are for the
 * worker of the holder, {@code crowd/gather} and {@code crowd/join} are for all workers.
 */
final class CrowdLoad implements Load {

	private static final String KEY = "crowd";

	private final AtomicLong lastThrough = new AtomicLong();

	private final Contender contender;

	private final SharedMemory memory;

	private final CriticalSection section;

	private final int worker;

	private @Nullable HeldLock held;

	private @Nullable LoadThreads threads;

	CrowdLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.memory = memory;
		this.section = new CriticalSection(memory);
		this.worker = worker;
	}

	@Override
	public Message handle(Message command) throws InterruptedException {
		switch (command.verb()) {
			case "crowd/hold" -> this.held = this.contender.lock(KEY);
			case "crowd/release" -> release();
			case "crowd/gather" -> this.threads = new LoadThreads((int) command.number("threads"), this::lockOnce);
			case "crowd/join" -> join();
			default -> throw new IllegalArgumentException(command.verb());
		}
		return Message.of("ok").with("lastThrough", this.lastThrough.get());
	}

	private void lockOnce(int thread) {
		this.memory.add(Slot.REQUESTS, 1);
		HeldLock mine = this.contender.lock(KEY);
		this.section.pass(ThreadNumbers.number(this.worker, thread));
		this.lastThrough.set(System.nanoTime());
		mine.unlock();
	}

	private void release() {
		if (this.held != null) {
			this.memory.set(Slot.RELEASED_AT, System.nanoTime());
			this.held.unlock();
			this.held = null;
		}
	}

	private void join() throws InterruptedException {
		if (this.threads != null) {
			this.threads.join();
			this.threads = null;
		}
	}

}
