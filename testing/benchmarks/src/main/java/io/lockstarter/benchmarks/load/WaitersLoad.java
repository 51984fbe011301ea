package io.lockstarter.benchmarks.load;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.HeldLock;
import org.jspecify.annotations.Nullable;

/**
 * Very many waiters of one JVM for the holder in another. The first worker holds the
 * lock, and the second waits: {@code waiters/hold}, {@code waiters/gather},
 * {@code waiters/usage} for threads and heap, {@code waiters/release},
 * {@code waiters/join}.
 */
final class WaitersLoad implements Load {

	private static final String KEY = "waiters";

	private final AtomicLong lastThrough = new AtomicLong();

	private final List<LoadThreads> threads = new ArrayList<>();

	private final List<CompletableFuture<?>> subscriptions = new ArrayList<>();

	private final Contender contender;

	private final SharedMemory memory;

	private final CriticalSection section;

	private final int worker;

	/** The number of the last waiter. */
	private int waiters;

	private @Nullable HeldLock held;

	WaitersLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.memory = memory;
		this.section = new CriticalSection(memory);
		this.worker = worker;
	}

	@Override
	public Message handle(Message command) throws InterruptedException {
		boolean holder = this.worker == 0;
		return switch (command.verb()) {
			case "waiters/hold" -> hold();
			case "waiters/release" -> release();
			case "waiters/gather" ->
				holder ? Message.of("ok") : gather((int) command.number("waiters"), command.flag("reactive"));
			case "waiters/usage" -> usage();
			case "waiters/join" -> join();
			default -> throw new IllegalArgumentException(command.verb());
		};
	}

	private Message hold() {
		this.held = this.contender.lock(KEY);
		return Message.of("ok");
	}

	private Message release() {
		if (this.held != null) {
			this.memory.set(Slot.RELEASED_AT, System.nanoTime());
			this.held.unlock();
			this.held = null;
		}
		return Message.of("ok");
	}

	private Message gather(int count, boolean reactive) {
		int first = this.waiters;
		this.waiters += count;
		if (!reactive) {
			this.threads.add(new LoadThreads(count, (thread) -> lockOnce(first + thread)));
			return Message.of("ok");
		}
		for (int i = 0; i < count; i++) {
			long number = ThreadNumbers.number(this.worker, first + i);
			this.subscriptions.add(this.contender.runLocked(KEY, number, () -> pass(number)).toCompletableFuture());
			this.memory.add(Slot.REQUESTS, 1);
		}
		return Message.of("ok");
	}

	private void lockOnce(int thread) {
		this.memory.add(Slot.REQUESTS, 1);
		HeldLock mine = this.contender.lock(KEY);
		pass(ThreadNumbers.number(this.worker, thread));
		mine.unlock();
	}

	private void pass(long number) {
		this.section.pass(number);
		this.lastThrough.set(System.nanoTime());
	}

	private static Message usage() {
		System.gc();
		return Message.of("ok")
			.with("heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed())
			.with("threads", ManagementFactory.getThreadMXBean().getThreadCount());
	}

	private Message join() throws InterruptedException {
		for (LoadThreads each : this.threads) {
			each.join();
		}
		this.subscriptions.forEach(CompletableFuture::join);
		this.threads.clear();
		this.subscriptions.clear();
		return Message.of("ok").with("lastThrough", this.lastThrough.get());
	}

}
