package io.lockstarter.benchmarks.load;

import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.Held;
import org.jspecify.annotations.Nullable;

/**
 * Many who wait for one holder: {@code crowd/hold} and {@code crowd/release} for the
 * holder's worker, {@code crowd/gather} and {@code crowd/join} for all.
 */
final class CrowdLoad implements Load {

	private static final String KEY = "crowd";

	private final AtomicLong lastThrough = new AtomicLong();

	private final Contender contender;

	private final SharedMemory memory;

	private final Section section;

	private final int worker;

	private @Nullable Held held;

	private @Nullable Crew crew;

	CrowdLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.memory = memory;
		this.section = new Section(memory);
		this.worker = worker;
	}

	@Override
	public Message handle(Message command) throws InterruptedException {
		switch (command.verb()) {
			case "crowd/hold" -> this.held = this.contender.lock(KEY);
			case "crowd/release" -> release();
			case "crowd/gather" -> this.crew = new Crew((int) command.number("threads"), this::visit);
			case "crowd/join" -> join();
			default -> throw new IllegalArgumentException(command.verb());
		}
		return Message.of("ok").with("lastThrough", this.lastThrough.get());
	}

	private void visit(int thread) {
		this.memory.add(Slot.ASKING, 1);
		Held mine = this.contender.lock(KEY);
		this.section.pass(Visitors.number(this.worker, thread));
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
		if (this.crew != null) {
			this.crew.join();
			this.crew = null;
		}
	}

}
