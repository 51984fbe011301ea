package io.lockstarter.search;

import java.util.List;

import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Waiter;
import io.lockstarter.lane.Waiter.Terms;
import io.lockstarter.simulation.Simulation;
import io.lockstarter.simulation.SimulationFlaw;
import io.lockstarter.simulation.SimulationText;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a thread of an application that acquires and releases the lock several times.
 */
final class SearchCaller {

	/** The permits of a semaphore. */
	static final int PERMITS = 1;

	private final String name;

	final SearchClient client;

	private final SearchWorld world;

	int roundsLeft;

	@Nullable Waiting waiter;

	@Nullable Hold hold;

	/** Whether it waits for the lock server. */
	boolean sends;

	@Nullable Hold releasing;

	/** Its thread was signaled, and has not woken up yet. */
	private boolean signaled;

	private Runnable cancelAlarm = () -> {
	};

	SearchCaller(String name, SearchClient client, SearchWorld world) {
		this.name = name;
		this.client = client;
		this.world = world;
		this.roundsLeft = world.plan.rounds();
	}

	/** Returns whether it has asked for the lock and is not done yet. */
	boolean isBusy() {
		return this.waiter != null || this.hold != null || this.releasing != null;
	}

	void actions(List<SearchAction> into) {
		if (this.signaled) {
			into.add(SearchAction.of(this.name + " wakes up", this::step));
		}
		if (!isBusy() && this.roundsLeft > 0) {
			into.add(SearchAction.of(this.name + " asks", this::ask));
		}
		else if (this.hold != null) {
			into.add(SearchAction.of(this.name + " releases", this::release));
		}
	}

	private void ask() {
		this.roundsLeft--;
		LockRequest request = LockRequest.of(Simulation.KEY)
			.withTtl(SearchPlan.TTL)
			.withRenew(this.world.plan.renew())
			.withWaitTime(LockRequest.FOREVER)
			.withFencing(!this.world.plan.slice());
		Waiting asking = new Waiting(this.world.plan.settings().terms(typed(request)), this.world.now());
		this.waiter = asking;
		this.world.trace.add(this, "asks", null);
		this.client.engine.ask(asking);
		this.world.soon(this.client, this::step);
	}

	/** Returns the request of the type that is searched. The first client writes. */
	private LockRequest typed(LockRequest request) {
		LockType claims = this.world.plan.flaw().claims;
		if (claims == null) {
			return request;
		}
		return switch (claims) {
			case READ -> (this.client == this.world.clients.get(0)) ? request.withType(LockType.WRITE)
					: request.withFencing(false).withType(LockType.READ);
			case SEMAPHORE -> request.withFencing(false).withType(claims).withPermits(PERMITS);
			default -> request.withType(claims);
		};
	}

	/** Performs the next step of its waiter, as the real drivers do. */
	private void step() {
		this.signaled = false;
		Waiting waiting = this.waiter;
		if (waiting == null || this.sends) {
			return;
		}
		Lane asked = waiting.lane();
		this.cancelAlarm.run();
		AcquireStep step = asked.next(waiting, this.world.now());
		if (step instanceof Attempt attempt) {
			send(() -> this.client.engine.acquire(asked, attempt));
		}
		else if (step instanceof AcquireStep.Prolongation prolongation) {
			send(() -> this.client.engine.prolong(asked, prolongation));
		}
		else if (step instanceof AcquireStep.Sleep sleep) {
			// While the lock is held here, only a slice ends before the wait time.
			boolean past = asked.hold() != null && this.world.plan.flaw() == SimulationFlaw.SLEEP_PAST_SLICE;
			this.cancelAlarm = this.world.at(past ? waiting.deadline() : sleep.until(), this.client,
					"wakes caller " + this.client.callers.indexOf(this), this::step);
		}
		else {
			this.waiter = null;
			settled(waiting);
		}
	}

	private void send(Runnable command) {
		this.sends = true;
		this.world.blockingSoon(this.client, () -> {
			command.run();
			this.sends = false;
			this.world.soon(this.client, this::step);
		});
	}

	private void settled(Waiting waiting) {
		Hold granted = waiting.hold();
		if (granted == null) {
			this.world.trace.add(this, "was refused", waiting.refusal());
			return;
		}
		if (this.world.plan.flaw() == SimulationFlaw.VALIDITY_FROM_REPLY
				|| this.world.plan.flaw() == SimulationFlaw.VALIDITY_FROM_MESSAGE) {
			granted.lease().renewed(this.world.now(), granted.lease().ttl());
		}
		this.hold = granted;
		this.world.trace.add(this, "holds " + SimulationText.token(granted.lease().token()), null);
		this.world.promises.granted(this, granted);
	}

	/** Wakes its thread if it was signaled. Returns whether it was. */
	boolean wakeUp() {
		boolean wakes = this.signaled;
		if (wakes) {
			step();
		}
		return wakes;
	}

	void release() {
		Hold held = this.hold;
		if (held != null) {
			this.world.trace.add(this, (held.lossCause() != null) ? "has lost it" : "releases it", held.lossCause());
			this.hold = null;
			this.releasing = held;
			this.world.blockingSoon(this.client, () -> {
				this.client.engine.release(held, (reply) -> {
				});
				this.releasing = null;
			});
		}
	}

	boolean holdsValidly() {
		Hold held = this.hold;
		return held != null && held.lossCause() == null && !this.client.isCrashed()
				&& this.world.now() < held.deadline();
	}

	@Override
	public String toString() {
		return this.name;
	}

	/** Its waiter. */
	final class Waiting extends Waiter {

		Waiting(Terms terms, long now) {
			super(SearchCaller.this, terms, now);
		}

		@Override
		protected void signal() {
			if (SearchCaller.this.sends) {
				return;
			}
			if (SearchCaller.this.world.plan.slice()) {
				SearchCaller.this.signaled = true;
			}
			else {
				SearchCaller.this.world.soon(SearchCaller.this.client, SearchCaller.this::step);
			}
		}

	}

}
