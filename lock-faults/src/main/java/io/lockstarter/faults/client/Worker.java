package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;

/**
 * One thread of a client: takes locks as its random numbers say until it is told to
 * finish, and then each lock once more, which it must get.
 */
public final class Worker implements Runnable {

	private static final int PATIENCE = 30;

	private static final int LONG = 40;

	private static final int SHORT = 5;

	private static final int RENEWED = 75;

	private static final int PERCENT = 100;

	private static final List<Want.Way> WAYS = List.of(Want.Way.values());

	private final Random random;

	private final String name;

	private final Settings settings;

	private final Locks locks;

	private final Workplace place;

	private final BooleanSupplier finishing;

	private final Interrupts interrupts = new Interrupts();

	private int attempts;

	Worker(int number, Settings settings, Locks locks, Workplace place, BooleanSupplier finishing) {
		this.name = settings.client() + "-" + number;
		this.random = new Random((settings.text("seed") + this.name).hashCode());
		this.settings = settings;
		this.locks = locks;
		this.place = place;
		this.finishing = finishing;
	}

	@Override
	public void run() {
		while (!this.finishing.getAsBoolean()) {
			one(anyWant(), stay(), false);
		}
		// One that came between two attempts.
		this.interrupts.take();
		int keys = this.settings.number("keys");
		int first = this.random.nextInt(keys);
		for (int i = 0; i < keys; i++) {
			Duration patience = Duration.ofSeconds(this.settings.number("patience", PATIENCE));
			one(new Want(key((first + i) % keys), Want.Way.ACQUIRE, patience, true, true, false), Duration.ZERO, true);
		}
	}

	/** Can be called by any thread. */
	void interrupt(Thread thread) {
		this.interrupts.send(thread);
	}

	private Want anyWant() {
		Want.Way way = WAYS.get(this.random.nextInt(WAYS.size()));
		Duration wait = Duration.ofMillis((way == Want.Way.TRY) ? this.random.nextInt(2) * 50L : 2000);
		return new Want(key(this.random.nextInt(this.settings.number("keys"))), way, wait,
				this.random.nextInt(PERCENT) < this.settings.number("renewed", RENEWED), this.random.nextInt(5) > 0,
				this.random.nextInt(3) == 0);
	}

	/** The name of a lock. */
	public static String key(int number) {
		return "order:" + number;
	}

	/**
	 * Mostly short; now and then longer than a lock lasts that is not renewed, or much
	 * longer.
	 */
	private Duration stay() {
		if (this.random.nextInt(this.settings.number("long", LONG)) > 0) {
			return Duration.ofMillis(this.random.nextInt(this.settings.number("stay", SHORT)));
		}
		return this.settings.ttl().multipliedBy((this.random.nextInt(4) == 0) ? 40 : 13).dividedBy(10);
	}

	private void one(Want want, Duration stay, boolean last) {
		String id = this.name + "-" + ++this.attempts;
		this.place.history()
			.add(event(Kind.ASKED, want, id).with("way", want.way())
				.with("last", last)
				.with("bound", bound(want).toMillis()));
		try {
			boolean lost = this.locks.under(want,
					(held) -> new Section(this.place, this.random, want.key(), id, held).run(stay));
			end(event(Kind.ENDED, want, id).with("lost", lost));
		}
		catch (Locks.BusyException ex) {
			end(event(Kind.BUSY, want, id));
		}
		catch (Locks.GivenUpException ex) {
			end(event(Kind.GAVE_UP, want, id));
		}
		catch (Locks.UnknownException ex) {
			end(event(Kind.FAILED, want, id).with("why", String.valueOf(ex.getCause()))
				.with("interrupt", isInterrupt(ex)));
		}
	}

	/** The wait time and one command; a nested request is one more. */
	private Duration bound(Want want) {
		return want.waitTime()
			.plus(this.settings.commandTimeout().multipliedBy((want.way() == Want.Way.NESTED) ? 2 : 1));
	}

	private void end(Event event) {
		Interrupts.Seen seen = this.interrupts.take();
		this.place.history().add(event.with("interrupted", seen.sent()).with("flag", seen.flag()));
	}

	/** Also where a client has an exception of its own for it. */
	private static boolean isInterrupt(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause.getClass().getSimpleName().contains("Interrupt")) {
				return true;
			}
		}
		return false;
	}

	private static Event event(Kind kind, Want want, String id) {
		return Event.of(System.nanoTime(), kind, want.key(), id);
	}

}
