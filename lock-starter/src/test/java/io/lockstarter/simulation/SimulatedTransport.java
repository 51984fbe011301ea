package io.lockstarter.simulation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands from an instance to the server, and replies back. A command takes time,
 * and may be lost, applied late, or applied twice.
 */
final class SimulatedTransport {

	private final SimulatedInstance instance;

	private final SimulatedTime time;

	private final SimulationPlan plan;

	private final SimulationRandomness random;

	private final SimulatedServer server;

	private final SimulationTrace trace;

	private long epoch;

	private long sent;

	private long lastApplied;

	/** The time at which the last command reaches the server. */
	private long lastArrival;

	/** The time before which no command is applied. */
	private long notBefore;

	SimulatedTransport(SimulatedInstance instance, Simulation world) {
		this.instance = instance;
		this.time = world.time;
		this.plan = world.plan;
		this.random = instance.random;
		this.server = world.server;
		this.trace = world.trace;
	}

	long epoch() {
		return this.epoch;
	}

	/** Replaces the connection by a new one. */
	void breaks() {
		this.epoch++;
	}

	/**
	 * Sends a command and waits for its outcome.
	 * @param what the text for the trace
	 * @param latest the longest delay until it is applied
	 * @param command the command
	 * @return the reply
	 */
	<T> T send(String what, long latest, Supplier<T> command) {
		Exchange<T> exchange = begin(what, latest, command);
		this.time.await(exchange.endsAt(), this.instance);
		return exchange.outcome().get();
	}

	/**
	 * Sends a command without waiting. The stage completes on the thread of the client.
	 * @param what the text for the trace
	 * @param latest the longest delay until it is applied
	 * @param command the command
	 * @return the stage of the reply
	 */
	<T> CompletionStage<T> sendAsync(String what, long latest, Supplier<T> command) {
		CompletableFuture<T> reply = new CompletableFuture<>();
		Exchange<T> exchange;
		try {
			exchange = begin(what, latest, command);
		}
		catch (StoreException ex) {
			reply.completeExceptionally(ex);
			return reply;
		}
		this.time.at(exchange.endsAt(), this.instance, () -> this.instance.onClientThread(() -> {
			try {
				reply.complete(exchange.outcome().get());
			}
			catch (StoreException ex) {
				if (this.plan.flaw != SimulationFlaw.STAGE_NEVER_COMPLETES) {
					reply.completeExceptionally(ex);
				}
			}
		}));
		return reply;
	}

	private <T> Exchange<T> begin(String what, long latest, Supplier<T> command) {
		this.trace.promise(!this.instance.isOnClientThread(), "N: the client's thread sends no command", what);
		if (this.instance.isCrashed()) {
			throw new StoreException(Outcome.UNKNOWN, "crashed", null);
		}
		long now = this.time.now();
		long number = ++this.sent;
		if (!this.random.faulty(now)) {
			return answered(what, number, command, now + travel());
		}
		if (this.random.replays()) {
			return replayed(what, number, latest, command, now);
		}
		return switch (this.random.choices.index(3)) {
			case 0 -> {
				this.trace.count(SimulationKind.REFUSED);
				yield failed(what + " is refused a connection", Outcome.NOT_APPLIED, now + travel());
			}
			case 1 -> {
				this.trace.count(SimulationKind.LOST);
				yield failed(what + " is lost", Outcome.UNKNOWN, now + SimulationPlan.TIME_OUT);
			}
			default -> {
				this.trace.count(SimulationKind.REPLY_LOST);
				long delay = this.random.upTo(this.random.late() ? latest : Math.min(latest, SimulationPlan.TIME_OUT));
				if (delay > SimulationPlan.TIME_OUT) {
					this.trace.count(SimulationKind.LATE);
				}
				this.time.at(now + delay, () -> apply(what + " (unanswered)", number, command));
				yield failed(what + " is not answered", Outcome.UNKNOWN, now + SimulationPlan.TIME_OUT);
			}
		};
	}

	/** Lets all later commands be applied after the last one that was sent. */
	void keepsOrder() {
		this.notBefore = this.lastArrival;
	}

	private long inOrder(long appliedAt) {
		this.lastArrival = Math.max(appliedAt, this.notBefore);
		return this.lastArrival;
	}

	private long travel() {
		long travel = this.random.travel();
		if (travel > this.plan.latency) {
			this.trace.count(SimulationKind.DELAYED);
		}
		return travel;
	}

	private <T> T apply(String what, long number, Supplier<T> command) {
		T reply = this.server.apply(command);
		this.trace.add(this.instance, what, reply);
		if (number < this.lastApplied) {
			this.trace.count(SimulationKind.REORDERED);
		}
		this.lastApplied = Math.max(this.lastApplied, number);
		return reply;
	}

	private <T> Exchange<T> answered(String what, long number, Supplier<T> command, long earliest) {
		Reply<T> reply = new Reply<>();
		long appliedAt = inOrder(earliest);
		this.time.at(appliedAt, () -> reply.value = apply(what, number, command));
		return new Exchange<>(appliedAt + travel(), () -> {
			T value = reply.value;
			if (value == null) {
				throw new IllegalStateException("no reply to " + what);
			}
			return value;
		});
	}

	/** Breaks the connection, and sends the command again on the next one. */
	private <T> Exchange<T> replayed(String what, long number, long latest, Supplier<T> command, long now) {
		this.trace.count(SimulationKind.AMBIGUOUS);
		long brokenAt = now + this.random.travel();
		this.time.at(brokenAt, this::breaks);
		// The first copy may be applied before, after, or never.
		if (!this.random.chance(0.2)) {
			this.trace.count(SimulationKind.DUPLICATED);
			long late = this.random.late() ? latest : SimulationPlan.millis(5);
			this.time.at(now + this.random.upTo(brokenAt - now + late),
					() -> apply(what + " (first bytes)", number, command));
		}
		return answered(what + " (sent again)", number, command, brokenAt + this.random.travel());
	}

	private <T> Exchange<T> failed(String what, Outcome outcome, long at) {
		long later = (this.plan.flaw == SimulationFlaw.LATE_TIME_OUT) ? 10 * SimulationPlan.TIME_OUT : 0;
		return new Exchange<>(at + later, () -> {
			this.trace.add(this.instance, what, null);
			if (outcome == Outcome.UNKNOWN) {
				this.trace.count(SimulationKind.AMBIGUOUS);
			}
			throw new StoreException(outcome, what, null);
		});
	}

	/** A command that was sent. Its outcome is known at the end. */
	private record Exchange<T>(long endsAt, Supplier<T> outcome) {
	}

	private static final class Reply<T> {

		private @Nullable T value;

	}

}
