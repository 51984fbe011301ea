package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

import io.lockstarter.LockType;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Runs one thread of a client. It acquires random locks until the client finishes. Then
 * it acquires each lock once more, and none of these calls may fail.
 */
public final class Worker implements Runnable {

	private static final int TIMEOUT = 30;

	/** The time for which a call waits longer while a connection is being opened. */
	private static final Duration CONNECTING = Duration.ofSeconds(2);

	private static final int LONG = 40;

	private static final int SHORT = 5;

	private static final int RENEWED = 75;

	private static final int PERCENT = 100;

	private static final Duration CANCELED_AFTER = Duration.ofMillis(200);

	private static final List<LockCall.Api> APIS = List.of(LockCall.Api.values());

	/** The first caller of a client always uses futures, and the second Reactor. */
	private static final List<LockCall.Api> DEDICATED = List.of(LockCall.Api.ASYNC, LockCall.Api.REACTIVE);

	private final Random random;

	private final int number;

	private final String name;

	private final Settings settings;

	private final Locks locks;

	private final WorkerContext place;

	private final BooleanSupplier finishing;

	private final Interrupts interrupts = new Interrupts();

	private int attempts;

	Worker(int number, Settings settings, Locks locks, WorkerContext place, BooleanSupplier finishing) {
		this.number = number;
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
			one(randomCall(), stay(), false);
		}
		// Discards an interrupt that came between two attempts.
		this.interrupts.take();
		int keys = this.settings.number("keys");
		int first = this.random.nextInt(keys);
		for (int i = 0; i < keys; i++) {
			Duration patience = Duration.ofSeconds(this.settings.number("patience", TIMEOUT));
			one(new LockCall(key((first + i) % keys), lastApi(), patience, true, true, false, null), Duration.ZERO,
					true);
		}
	}

	/** Can be called by any thread. */
	void interrupt(Thread thread) {
		this.interrupts.send(thread);
	}

	private LockCall randomCall() {
		LockCall.Api api = isDedicated() ? DEDICATED.get(this.number) : APIS.get(this.random.nextInt(APIS.size()));
		Duration wait = Duration.ofMillis((api == LockCall.Api.TRY) ? this.random.nextInt(2) * 50L : 2000);
		return new LockCall(key(this.random.nextInt(this.settings.number("keys"))), api, wait,
				this.random.nextInt(PERCENT) < this.settings.number("renewed", RENEWED), this.random.nextInt(5) > 0,
				this.random.nextInt(3) == 0, cancelAfter(api));
	}

	private boolean isDedicated() {
		return this.number < DEDICATED.size();
	}

	private LockCall.Api lastApi() {
		return isDedicated() ? DEDICATED.get(this.number) : LockCall.Api.ACQUIRE;
	}

	/** Returns a time that is often as short as an acquisition. */
	private @Nullable Duration cancelAfter(LockCall.Api api) {
		if (!api.isCancelable() || this.random.nextInt(3) > 0) {
			return null;
		}
		return Duration.ofNanos((long) (Math.pow(this.random.nextDouble(), 4) * CANCELED_AFTER.toNanos()));
	}

	/** Returns the key of a lock. */
	public static String key(int number) {
		return "order:" + number;
	}

	/** Returns the type of a lock that foreign owners do not use. */
	static LockType type(String key) {
		return switch (key) {
			case "order:4" -> LockType.FAIR;
			case "order:5" -> LockType.WRITE;
			default -> LockType.EXCLUSIVE;
		};
	}

	/**
	 * Returns the time to hold the lock. It is mostly short, and sometimes longer than
	 * the ttl.
	 */
	private Duration stay() {
		if (this.random.nextInt(this.settings.number("long", LONG)) > 0) {
			return Duration.ofMillis(this.random.nextInt(this.settings.number("stay", SHORT)));
		}
		return this.settings.ttl().multipliedBy((this.random.nextInt(4) == 0) ? 40 : 13).dividedBy(10);
	}

	private void one(LockCall call, Duration stay, boolean last) {
		String id = this.name + "-" + ++this.attempts;
		this.place.history()
			.add(event(Kind.REQUESTED, call, id).with("api", call.api())
				.with("last", last)
				.with("bound", bound(call).toMillis()));
		try {
			boolean lost = this.locks.runLocked(call,
					(held) -> new CriticalSection(this.place, this.random, call.key(), id, held).run(stay));
			end(event(Kind.ENDED, call, id).with("lost", lost));
		}
		catch (Locks.BusyException ex) {
			end(event(Kind.BUSY, call, id));
		}
		catch (Locks.CanceledException ex) {
			end(event(Kind.CANCELED, call, id));
		}
		catch (Locks.InterruptedWaitException ex) {
			end(event(Kind.GAVE_UP, call, id));
		}
		catch (Locks.UnknownOutcomeException ex) {
			end(event(Kind.FAILED, call, id).with("why", String.valueOf(ex.getCause()))
				.with("interrupt", isInterrupt(ex)));
		}
	}

	/**
	 * Returns the wait time plus the time to connect and one command time-out; a nested
	 * call has one more command.
	 */
	private Duration bound(LockCall call) {
		return call.waitTime()
			.plus(CONNECTING)
			.plus(this.settings.commandTimeout().multipliedBy((call.api() == LockCall.Api.NESTED) ? 2 : 1));
	}

	private void end(Event event) {
		Interrupts.Seen seen = this.interrupts.take();
		this.place.history().add(event.with("interrupted", seen.sent()).with("flag", seen.flag()));
	}

	/** Also recognizes the own exceptions of a Redis client for interrupts. */
	private static boolean isInterrupt(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause.getClass().getSimpleName().contains("Interrupt")) {
				return true;
			}
		}
		return false;
	}

	private static Event event(Kind kind, LockCall call, String id) {
		return Event.of(System.nanoTime(), kind, call.key(), id);
	}

}
