package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.lockstarter.store.Lease;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a caller that acquires the lock several times, like the engine. After a busy
 * attempt it continues with the same token. After an unknown outcome it releases the
 * token until that is confirmed. A hold starts before the command was sent, and ends
 * early by the margin.
 */
final class SimulatedHolder {

	private static final int MOST_ATTEMPTS = 20;

	private final RedlockSimulation world;

	private final SimulatedClient client;

	private final String name;

	private int rounds;

	private int attempts;

	private int tokens;

	private String token = "";

	private long ttl;

	/** The end of its hold, on the clock of the instance. */
	private long deadline;

	private boolean holds;

	private long fence;

	private boolean done;

	SimulatedHolder(RedlockSimulation world, SimulatedClient client, String name, int rounds) {
		this.world = world;
		this.client = client;
		this.name = name;
		this.rounds = rounds;
	}

	boolean isDone() {
		return this.done || this.client.crashed;
	}

	boolean holdsValidly() {
		return this.holds && !this.client.crashed && this.client.nanos() < this.deadline;
	}

	/** Pauses for a while, then acquires the lock. */
	void think() {
		if (this.rounds-- == 0) {
			this.done = true;
			return;
		}
		this.attempts = 0;
		this.ttl = this.world.ttl();
		newToken();
		later(this.world.between(0, 300), this::attempt);
	}

	private void newToken() {
		this.token = this.client + ":" + this.name + ++this.tokens;
	}

	private void later(long millis, Runnable task) {
		this.client.happen(this.world.events.now() + TimeUnit.MILLISECONDS.toNanos(millis), task);
	}

	/** Sends a command; its reply must come within some time-outs. */
	private <T> void send(String what, int timeouts, Supplier<CompletableFuture<T>> command,
			BiConsumer<@Nullable T, @Nullable Throwable> then) {
		this.world.trace(() -> this + " " + what + " " + this.token);
		long bound = this.client.nanos() + timeouts * SimulatedClient.TIMEOUT.toNanos() + 1_000_000;
		int pauses = this.client.pauses;
		Runnable overdue = this.world.events.at(this.world.events.now() + SimulatedEvents.millis(10_000),
				() -> this.world.promise(this.client.crashed || this.client.pauses > pauses,
						"P5: every command is answered", this + " " + what));
		var unused = command.get().whenComplete((reply, failure) -> {
			overdue.run();
			this.world.trace(() -> this + " " + what + " " + this.token + " -> "
					+ ((failure != null) ? RedlockFailures.unwrapped(failure).getMessage() : reply));
			this.world.promise(this.client.pauses > pauses || this.client.nanos() <= bound,
					"P5: no caller waits longer than its bound", this + " " + what);
			then.accept(reply, failure);
		});
	}

	private void attempt() {
		long sentAt = this.client.nanos();
		if (this.world.chance(0.4)) {
			send("acquires with a number", 3,
					() -> this.client.commands.acquireFenced(RedlockSimulation.KEY, this.token, this.ttl, 1,
							this.client),
					(first, failure) -> attempted(sentAt, (first != null) ? first > 0 : null,
							(first != null) ? first : 0));
		}
		else {
			send("acquires", 2,
					() -> this.client.commands.acquire(RedlockSimulation.KEY, this.token, this.ttl, this.client),
					(won, failure) -> attempted(sentAt, won, 0));
		}
	}

	private void attempted(long sentAt, @Nullable Boolean won, long number) {
		if (Boolean.FALSE.equals(won)) {
			contend();
		}
		else {
			settled(sentAt, won, number);
		}
	}

	private void contend() {
		long sentAt = this.client.nanos();
		send("contends", 2,
				() -> this.client.commands.contend(RedlockSimulation.KEY, this.token, this.ttl, true, this.client),
				(outcome, failure) -> settled(sentAt, (outcome != null) ? outcome.holder() == null : null, 0));
	}

	private void settled(long sentAt, @Nullable Boolean won, long number) {
		if (Boolean.TRUE.equals(won)) {
			granted(sentAt, number);
			return;
		}
		if (won == null) {
			sweep(this.token, this.client.nanos() + TimeUnit.MILLISECONDS.toNanos(2 * this.ttl), 0);
		}
		if (++this.attempts > MOST_ATTEMPTS) {
			think();
			return;
		}
		long pause = this.world.between(1, this.world.chance(0.5) ? 30 : 250);
		if (won != null && this.world.chance(0.5)) {
			later(pause, this::contend);
		}
		else {
			newToken();
			later(pause, this::attempt);
		}
	}

	private long deadline(long sentAt) {
		long from = (this.world.flaw == SimulatedFlaw.VALIDITY_FROM_REPLY) ? this.client.nanos() : sentAt;
		long nanos = TimeUnit.MILLISECONDS.toNanos(this.ttl);
		return from + nanos - nanos / 100 - TimeUnit.MILLISECONDS.toNanos(2);
	}

	private void granted(long sentAt, long number) {
		this.deadline = deadline(sentAt);
		this.holds = true;
		this.fence = 0;
		this.world.holds++;
		fenced(number);
		hold();
	}

	private void fenced(long number) {
		if (number > 0 && holdsValidly()) {
			this.world.promise(number > this.world.highestFence, "P9: fencing numbers increase", number);
			this.world.highestFence = number;
			this.fence = number;
		}
	}

	private void hold() {
		long third = Math.max(1, this.ttl / 3);
		if (this.world.chance(0.4)) {
			later(this.world.between(0, Math.min(third, 400)), this::release);
		}
		else if (this.world.chance(0.3)) {
			forget();
		}
		else if (this.world.chance(0.3)) {
			later(this.world.between(0, Math.min(third, 400)), this::draw);
		}
		else {
			later(Math.min(third, this.world.between(1, 1000)), this::renew);
		}
	}

	/** Lets the lock expire. */
	private void forget() {
		if (this.ttl > 10_000) {
			release();
		}
		else {
			later(2 * this.ttl, () -> {
				this.holds = false;
				think();
			});
		}
	}

	private void draw() {
		long sentAt = this.client.nanos();
		send("draws a number", 2,
				() -> this.client.commands.fence(RedlockSimulation.KEY, this.token, this.ttl, 1, this.client),
				(first, failure) -> {
					if (first != null && first > 0) {
						this.deadline = Math.max(this.deadline, deadline(sentAt));
						fenced(first);
					}
					renewed((first == null) ? RenewReply.FAILED
							: (first > 0) ? RenewReply.RENEWED : RenewReply.NOT_MINE);
				});
	}

	private void renew() {
		long sentAt = this.client.nanos();
		Lease lease = new SimulatedLease(RedlockSimulation.KEY, this.token);
		send("renews", 1, () -> this.client.commands.renew(List.of(new Renewal(lease, this.ttl)), this.client),
				(replies, failure) -> {
					RenewReply reply = (replies != null) ? replies.get(0) : RenewReply.FAILED;
					if (reply == RenewReply.RENEWED) {
						this.deadline = Math.max(this.deadline, deadline(sentAt));
					}
					renewed(reply);
				});
	}

	private void renewed(RenewReply reply) {
		if (reply == RenewReply.NOT_MINE || !holdsValidly()) {
			release();
		}
		else {
			hold();
		}
	}

	private void release() {
		this.holds = false;
		String released = this.token;
		long until = this.client.nanos() + TimeUnit.MILLISECONDS.toNanos(2 * this.ttl);
		long number = this.fence;
		send("releases", 1, () -> this.client.commands.release(new Release(RedlockSimulation.KEY, released, 0, number),
				this.client), (reply, failure) -> {
					if (failure != null) {
						sweep(released, until, number);
					}
					think();
				});
	}

	/** Releases a token until the release is confirmed or the lock has expired. */
	private void sweep(String swept, long until, long number) {
		send("sweeps", 1, () -> this.client.commands
			.releaseAll(List.of(new Release(RedlockSimulation.KEY, swept, 0, number)), this.client),
				(replies, failure) -> {
					boolean confirmed = replies != null && replies.get(0) != ReleaseReply.FAILED;
					if (!confirmed && this.client.nanos() < until) {
						later(this.world.between(50, 300), () -> sweep(swept, until, number));
					}
				});
	}

	@Override
	public String toString() {
		return this.client + "/" + this.name;
	}

	private record SimulatedLease(String key, String token) implements Lease {
	}

}
