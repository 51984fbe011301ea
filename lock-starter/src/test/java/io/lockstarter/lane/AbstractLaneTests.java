package io.lockstarter.lane;

import java.time.Duration;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.store.Holder;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

/** Base class of lane tests: a lane in virtual time, and the steps of its drivers. */
abstract class AbstractLaneTests {

	static final Duration TTL = LockSettings.DEFAULT.ttl();

	/** A request for the key, with the default wait time. */
	static final LockRequest K = LockRequest.of("k");

	static final Holder THEM = new Holder("them:1", 20_000);

	final VirtualTime time = new VirtualTime();

	final RecordedCallbacks callbacks = new RecordedCallbacks();

	final Lane lane = new Lane("k", this.callbacks);

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
		this.lane.acquired(attempt(waiter), now());
		assertTakes(waiter);
		return waiter;
	}

	AcquireStep next(TestWaiter waiter) {
		return this.lane.next(waiter, now());
	}

	Attempt attempt(TestWaiter waiter) {
		AcquireStep step = next(waiter);
		assertThat(step).isInstanceOf(Attempt.class);
		return (Attempt) step;
	}

	AcquireStep.Prolongation prolongation(TestWaiter waiter) {
		AcquireStep step = next(waiter);
		assertThat(step).isInstanceOf(AcquireStep.Prolongation.class);
		return (AcquireStep.Prolongation) step;
	}

	ReleaseStep release(TestWaiter waiter) {
		return this.lane.release(hold(waiter), now());
	}

	ReleaseStep.GiveWay giveWay(TestWaiter waiter) {
		ReleaseStep step = release(waiter);
		assertThat(step).isInstanceOf(ReleaseStep.GiveWay.class);
		return (ReleaseStep.GiveWay) step;
	}

	void abandon(TestWaiter waiter) {
		this.lane.abandon(waiter, Refusals.cancelled("k"));
	}

	static Hold hold(TestWaiter waiter) {
		Hold hold = waiter.hold();
		assertThat(hold).isNotNull();
		return hold;
	}

	/** Asserts that the waiter takes the offered lease without a command. */
	void assertTakes(TestWaiter waiter) {
		assertThat(next(waiter)).isSameAs(AcquireStep.SETTLED);
		assertThat(waiter.hold()).isNotNull().isSameAs(this.lane.hold());
	}

	void assertSleepsFor(TestWaiter waiter, Duration duration) {
		assertThat(next(waiter)).isEqualTo(new AcquireStep.Sleep(now() + duration.toNanos()));
	}

	void assertHandedOn(TestWaiter from, TestWaiter to) {
		assertThat(release(from)).isSameAs(ReleaseStep.Done.HANDED_ON);
		assertTakes(to);
	}

	static void assertBusy(TestWaiter waiter) {
		assertThat(waiter.refusal()).isInstanceOfSatisfying(LockNotAcquiredException.class,
				(ex) -> assertThat(ex.reason()).isEqualTo(LockNotAcquiredException.Reason.BUSY));
	}

	/** Returns the end of the validity, less the margin between the two clocks. */
	static long validUntil(long sentAt, Duration ttl) {
		return sentAt + ttl.toNanos() - ttl.toNanos() / 100 - Duration.ofMillis(2).toNanos();
	}

	static StoreException failure(Outcome outcome) {
		return new StoreException(outcome, "it broke", null);
	}

}
