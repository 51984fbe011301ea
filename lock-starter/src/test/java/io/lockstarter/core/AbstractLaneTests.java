package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.store.Holder;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** A lane in virtual time, and the steps of those who drive it. */
abstract class AbstractLaneTests {

	static final Duration TTL = LockSettings.DEFAULT.ttl();

	/** A key without an owner in the tests: its wait time is that of the settings. */
	static final LockRequest K = LockRequest.of("k");

	static final Holder THEM = new Holder("them:1", 20_000);

	final VirtualTime time = new VirtualTime();

	final RecordedEffects effects = new RecordedEffects();

	final Lane lane = new Lane("k", this.effects);

	long now() {
		return this.time.nanos();
	}

	void pass(Duration duration) {
		this.time.jump(duration);
	}

	TestWaiter ask(String owner) {
		return ask(owner, K.withWaitTime(Duration.ofMinutes(5)));
	}

	TestWaiter ask(String owner, LockRequest request) {
		TestWaiter waiter = new TestWaiter(owner, request, now());
		assertThat(this.lane.ask(waiter, now())).isTrue();
		return waiter;
	}

	TestWaiter held(String owner) {
		return held(owner, K);
	}

	TestWaiter held(String owner, LockRequest request) {
		TestWaiter waiter = ask(owner, request);
		this.lane.won(attempt(waiter), now());
		assertTakes(waiter);
		return waiter;
	}

	Step next(TestWaiter waiter) {
		return this.lane.next(waiter, now());
	}

	Attempt attempt(TestWaiter waiter) {
		Step step = next(waiter);
		assertThat(step).isInstanceOf(Attempt.class);
		return (Attempt) step;
	}

	Step.Prolongation prolongation(TestWaiter waiter) {
		Step step = next(waiter);
		assertThat(step).isInstanceOf(Step.Prolongation.class);
		return (Step.Prolongation) step;
	}

	/** The holder leaves. */
	Leaving leave(TestWaiter waiter) {
		return this.lane.tenure().release(hold(waiter), now());
	}

	Leaving.GiveWay giveWay(TestWaiter waiter) {
		Leaving leaving = leave(waiter);
		assertThat(leaving).isInstanceOf(Leaving.GiveWay.class);
		return (Leaving.GiveWay) leaving;
	}

	void abandon(TestWaiter waiter) {
		this.lane.abandon(waiter, Refusals.cancelled("k"));
	}

	static Hold hold(TestWaiter waiter) {
		Hold hold = waiter.hold();
		assertThat(hold).isNotNull();
		return hold;
	}

	/** What waits for it is taken without a command. */
	void assertTakes(TestWaiter waiter) {
		assertThat(next(waiter)).isSameAs(Step.SETTLED);
		assertThat(waiter.hold()).isNotNull().isSameAs(this.lane.tenure().hold());
	}

	void assertSleepsFor(TestWaiter waiter, Duration duration) {
		assertThat(next(waiter)).isEqualTo(new Step.Sleep(now() + duration.toNanos()));
	}

	void assertHandedOn(TestWaiter from, TestWaiter to) {
		assertThat(leave(from)).isSameAs(Leaving.HANDED_ON);
		assertTakes(to);
	}

	static void assertBusy(TestWaiter waiter) {
		assertThat(waiter.refusal()).isInstanceOfSatisfying(LockNotAcquiredException.class,
				(ex) -> assertThat(ex.reason()).isEqualTo(LockNotAcquiredException.Reason.BUSY));
	}

	/** Validity less the margin between the two clocks. */
	static long validUntil(long sentAt, Duration ttl) {
		return sentAt + ttl.toNanos() - ttl.toNanos() / 100 - Duration.ofMillis(2).toNanos();
	}

	static StoreException failure(Outcome outcome) {
		return new StoreException(outcome, "it broke", null);
	}

}
