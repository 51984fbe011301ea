package io.lockstarter.core;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * The way from an instance to the server and back. Commands take time, and may be lost,
 * applied late, or applied twice; so may wake-ups.
 */
final class SimulatedConnection implements LockStore {

	private final SimulatedInstance instance;

	private final SimulatedTime time;

	private final SimulationPlan plan;

	private final SimulatedServer server;

	private final SimulationTrace trace;

	private @Nullable WakeUps wakeUps;

	private long epoch;

	/** The lane that gave way to another instance, and has not been called since. */
	private @Nullable Tenure yielded;

	private long yieldedUntil;

	private boolean listening;

	private int calls;

	SimulatedConnection(SimulatedInstance instance, SimulatedTime time, SimulationPlan plan, SimulatedServer server,
			SimulationTrace trace) {
		this.instance = instance;
		this.time = time;
		this.plan = plan;
		this.server = server;
		this.trace = trace;
	}

	private <T> T send(String what, Supplier<T> command) {
		return send(what, SimulationPlan.millis(2500), command);
	}

	/** Sends a command that is applied late by this time at the most. */
	private <T> T send(String what, long latest, Supplier<T> command) {
		if (this.instance.isCrashed()) {
			throw new StoreException(Outcome.UNKNOWN, "crashed", null);
		}
		long now = this.time.now();
		if (!this.plan.faulty(now)) {
			return answered(what, command, now + this.plan.travel());
		}
		if (this.plan.replays()) {
			return replayed(what, latest, command, now);
		}
		throw switch (this.plan.random.nextInt(3)) {
			case 0 -> failed(what + " is refused a connection", Outcome.NOT_APPLIED, now + this.plan.travel());
			case 1 -> failed(what + " is lost", Outcome.UNKNOWN, now + SimulationPlan.TIME_OUT);
			default -> {
				long late = this.plan.late() ? latest : Math.min(latest, SimulationPlan.TIME_OUT);
				echo(what + " without reply", command, now + this.plan.upTo(late));
				yield failed(what + " is not answered", Outcome.UNKNOWN, now + SimulationPlan.TIME_OUT);
			}
		};
	}

	private <T> T answered(String what, Supplier<T> command, long appliedAt) {
		Reply<T> reply = new Reply<>();
		this.time.at(appliedAt, () -> {
			reply.value = this.server.apply(command);
			this.trace.add(this.instance, what, reply.value);
		});
		this.time.await(appliedAt + this.plan.travel(), this.instance);
		T value = reply.value;
		if (value == null) {
			throw new IllegalStateException("no reply to " + what);
		}
		return value;
	}

	/** The connection breaks, and the client sends it again on the next one. */
	private <T> T replayed(String what, long latest, Supplier<T> command, long now) {
		long brokenAt = now + this.plan.travel();
		this.time.at(brokenAt, () -> this.epoch++);
		// The bytes of the first time may come through before, after or never.
		if (this.plan.chance(0.8)) {
			long late = this.plan.late() ? latest : SimulationPlan.millis(5);
			echo(what + " (first bytes)", command, now + this.plan.upTo(brokenAt - now + late));
		}
		return answered(what + " (again)", command, brokenAt + this.plan.travel());
	}

	private void echo(String what, Supplier<?> command, long at) {
		this.time.at(at, () -> {
			Object reply = this.server.apply(command);
			this.trace.add(this.instance, what, reply);
		});
	}

	private StoreException failed(String what, Outcome outcome, long at) {
		this.time.await(at, this.instance);
		this.trace.add(this.instance, what, null);
		return new StoreException(outcome, what, null);
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return send("acquire " + token, latest(ttlMillis),
				() -> this.server.acquire(this.instance, key, token, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
		Contention outcome = send("contend " + token, latest(ttlMillis),
				() -> this.server.contend(this.instance, key, token, ttlMillis, wait));
		if (outcome.holder() == null) {
			this.yielded = null;
		}
		return outcome;
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		return send("acquire fenced " + token, latest(ttlMillis),
				() -> this.server.acquire(this.instance, key, token, ttlMillis)
						? this.server.store.fence(key, token, ttlMillis, count) : 0L);
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return send("fence " + token, () -> this.server.store.fence(key, token, ttlMillis, count));
	}

	@Override
	public ReleaseReply release(Release entry) {
		return send("release " + entry.token(), () -> this.server.store.release(entry));
	}

	@Override
	public Turn giveWay(String key, String token, long ttlMillis, String next, Wait wait) {
		Tenure from = this.instance.releasing;
		boolean heard = this.listening;
		int callsBefore = this.calls;
		Turn turn = send("give way " + token,
				() -> this.server.giveWay(this.instance, key, token, ttlMillis, next, wait));
		if (heard && this.calls == callsBefore && turn.released() == ReleaseReply.RELEASED
				&& this.server.hasCalledAnother(token)) {
			this.yielded = from;
			this.yieldedUntil = this.time.now() + this.plan.settings.longestSleep().toNanos() * 98 / 100;
		}
		return turn;
	}

	/** Whether a lane lets others go first. */
	boolean yields(Tenure tenure) {
		return this.yielded == tenure && this.time.now() < this.yieldedUntil;
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return send("sweep " + batch, () -> this.server.sweep(this.instance, batch));
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return send("renew " + batch.get(0).lease().token(), () -> this.server.store.renew(batch));
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return send("inspect", () -> this.server.holder(key));
	}

	@Override
	public long epoch() {
		return this.epoch;
	}

	@Override
	public Runnable listen(String instance, WakeUps heard, Executor executor) {
		this.wakeUps = heard;
		this.time.at(this.time.now() + this.plan.travel(), this.instance, () -> {
			this.listening = true;
			heard.listening();
		});
		return this.server.listen(this.instance, new WakeUps() {

			@Override
			public void listening() {
			}

			@Override
			public void deaf() {
			}

			@Override
			public void granted(String key, String token) {
				deliver(heard, key, token);
			}

		});
	}

	private void deliver(WakeUps heard, String key, String id) {
		long now = this.time.now();
		if (this.plan.losesWakeUp(now)) {
			this.trace.add(this.instance, "does not hear its call", id);
			return;
		}
		int times = this.plan.losesWakeUp(now) ? 2 : 1;
		for (int i = 0; i < times; i++) {
			long delay = this.plan.losesWakeUp(now) ? this.plan.between(0, SimulationPlan.millis(500))
					: this.plan.travel();
			this.time.at(now + delay, this.instance, () -> {
				this.trace.add(this.instance, "is called", id);
				this.calls++;
				this.yielded = null;
				heard.granted(key, id);
			});
		}
	}

	/** The subscription was interrupted; what was called meanwhile is lost. */
	void subscribeAgain() {
		WakeUps heard = this.wakeUps;
		if (heard != null) {
			heard.listening();
		}
	}

	/** What comes later than rule D expects ends with its ttl. */
	private static long latest(long ttlMillis) {
		return Math.min(SimulationPlan.millis(2500), SimulationPlan.millis(ttlMillis) * 3 / 2);
	}

	private static final class Reply<T> {

		private @Nullable T value;

	}

}
