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
 * One sequence of faults, one after the other, in an order that the seed gives: each of
 * them once, then each of them again in another order. Every round is played to its end.
 */
final class Chaos implements Runnable {

	private final List<Fault> faults;

	private final Random random;

	private final History history;

	private final BooleanSupplier over;

	private final BooleanSupplier cut;

	private final LongConsumer pause;

	private volatile @Nullable RuntimeException failure;

	/**
	 * A sequence.
	 * @param over whether there is to be no further round
	 * @param cut whether there is to be no further fault
	 * @param pause lets milliseconds pass, in which nothing fails
	 */
	Chaos(List<Fault> faults, long seed, History history, BooleanSupplier over, BooleanSupplier cut,
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
					play(fault);
				}
				this.pause.accept(this.random.nextInt(100, 500));
			}
			while (!this.over.getAsBoolean() && !this.cut.getAsBoolean());
		}
		catch (RuntimeException ex) {
			this.failure = ex;
		}
	}

	private void play(Fault fault) {
		this.pause.accept(this.random.nextInt(100, 500));
		// Its own random numbers, so that what it draws does not change what comes next.
		Random own = new Random(this.random.nextLong());
		long from = System.nanoTime();
		fault.action().happen(own);
		this.history.add(Event.of(System.nanoTime(), Kind.FAULT, Event.NONE, Event.NONE)
			.with("fault", fault.name())
			.with("from", from));
	}

	void throwIfFailed() {
		if (this.failure != null) {
			throw new IllegalStateException("A fault could not be made, or not be healed", this.failure);
		}
	}

}
