package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Injects faults one after the other. Each round has every fault once, in an order that
 * depends on the seed. Every round is completed.
 */
final class FaultSequence implements Runnable {

	private final List<Fault> faults;

	private final Random random;

	private final History history;

	private final BooleanSupplier over;

	private final BooleanSupplier cut;

	private final LongConsumer pause;

	private volatile String current = "none";

	private volatile @Nullable RuntimeException failure;

	/**
	 * Creates a sequence.
	 * @param over returns true if no further round must start
	 * @param cut returns true if no further fault must start
	 * @param pause waits for some milliseconds between two faults
	 */
	FaultSequence(List<Fault> faults, long seed, History history, BooleanSupplier over, BooleanSupplier cut,
			LongConsumer pause) {
		this.faults = faults;
		this.random = new Random(seed);
		this.history = history;
		this.over = over;
		this.cut = cut;
		this.pause = pause;
	}

	@Override
	public void run() {
		try {
			do {
				List<Fault> round = new ArrayList<>(this.faults);
				Collections.shuffle(round, this.random);
				for (Fault fault : round) {
					if (this.cut.getAsBoolean()) {
						return;
					}
					execute(fault);
				}
				this.pause.accept(this.random.nextInt(100, 500));
			}
			while (!this.over.getAsBoolean() && !this.cut.getAsBoolean());
		}
		catch (RuntimeException ex) {
			this.failure = ex;
		}
	}

	private void execute(Fault fault) {
		this.pause.accept(this.random.nextInt(100, 500));
		// Each fault has its own random numbers, so that it does not change the next
		// faults.
		Random own = new Random(this.random.nextLong());
		this.current = fault.name();
		long from = System.nanoTime();
		fault.action().inject(own);
		this.history.add(Event.of(System.nanoTime(), Kind.FAULT, Event.NONE, Event.NONE)
			.with("fault", fault.name())
			.with("from", from));
	}

	void throwIfFailed() {
		if (this.failure != null) {
			throw new IllegalStateException("The fault '" + this.current + "' could not be injected or not be ended: "
					+ this.failure.getMessage(), this.failure);
		}
	}

}
