package io.lockstarter.lane;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.testsupport.TestWaiter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests slices: for a short time after the head of the queue has taken a lease, a caller
 * that asks may take it out of turn.
 */
class SliceTests extends AbstractLaneTests {

	private static final Duration SLICE = Duration.ofMillis(1);

	private static final Duration LESS_THAN_A_SLICE = SLICE.minusNanos(1);

	private static final LockRequest ONCE = K.withWaitTime(Duration.ZERO);

	@BeforeEach
	void bounds() {
		slice(100, Duration.ofSeconds(1), SLICE);
	}

	@Test
	void runningCallerTakesTheOfferedLeaseOutOfTurn() {
		TestWaiter first = held("a");
		TestWaiter head = sleeping("b");
		HeldLease lease = hold(first).lease();
		handOn(first);
		TestWaiter running = assertTakesOutOfTurn("c");
		assertThat(hold(running).lease()).isSameAs(lease);
		assertThat(head.settled()).isFalse();
		assertThat(this.callbacks.swept).isEmpty();
	}

	@Test
	void sliceEnds() {
		TestWaiter first = held("a");
		TestWaiter head = sleeping("b");
		pass(SLICE);
		handOn(first);
		TestWaiter late = ask("c");
		assertThat(late.settled()).isFalse();
		assertTakes(head);
	}

	@Test
	void takingTheLeaseOutOfTurnBeginsNoSlice() {
		TestWaiter first = held("a");
		sleeping("b");
		pass(LESS_THAN_A_SLICE);
		handOn(first);
		TestWaiter running = assertTakesOutOfTurn("c");
		pass(Duration.ofNanos(1));
		handOn(running);
		assertThat(ask("d").settled()).isFalse();
	}

	@Test
	void headBeginsANewSlice() {
		TestWaiter first = held("a");
		TestWaiter second = sleeping("b");
		sleeping("c");
		pass(SLICE);
		handOn(first);
		assertTakes(second);
		handOn(second);
		assertTakesOutOfTurn("d");
	}

	@Test
	void orderIsStrictWithoutASlice() {
		slice(3, Duration.ofSeconds(1), Duration.ZERO);
		TestWaiter first = held("a");
		TestWaiter head = sleeping("b");
		handOn(first);
		assertThat(ask("c").settled()).isFalse();
		assertTakes(head);
	}

	@Test
	void callerThatTriesOnceMayTakeTheLease() {
		TestWaiter first = held("a");
		sleeping("b");
		handOn(first);
		assertThat(ask("c", ONCE).hold()).isNotNull();
	}

	@Test
	void callerThatTriesOnceIsRefusedAfterTheSlice() {
		TestWaiter first = held("a");
		sleeping("b");
		pass(SLICE);
		handOn(first);
		assertBusy(ask("c", ONCE));
	}

	/** The first wake-up is always sent, since the lease may be left to the head. */
	@Test
	void firstOfferSignalsTheHead() {
		TestWaiter first = held("a");
		TestWaiter head = sleeping("b");
		handOn(first);
		assertThat(head.signaled()).isTrue();
		assertTakes(head);
	}

	@Test
	void headThatWasSignaledIsNotSignaledAgain() {
		TestWaiter first = held("a");
		TestWaiter head = sleeping("b");
		handOn(first);
		assertThat(head.signaled()).isTrue();
		handOn(assertTakesOutOfTurn("c"));
		assertThat(head.signaled()).isFalse();
		assertTakes(head);
	}

	@Test
	void headThatIsPassedOftenSleepsUntilTheEndOfTheSlice() {
		TestWaiter head = sleepingBehind(held("a"));
		TestWaiter running = passOften(head);
		assertSleepsFor(head, SLICE);
		handOn(running);
		assertThat(head.signaled()).isFalse();
		pass(SLICE);
		assertTakes(head);
	}

	@Test
	void headIsSignaledAfterItSleptUntilTheEndOfTheSlice() {
		TestWaiter head = sleepingBehind(held("a"));
		TestWaiter running = passOften(head);
		assertSleepsFor(head, SLICE);
		pass(SLICE);
		assertSleepsFor(head, Duration.ofMinutes(5).minus(SLICE));
		handOn(running);
		assertThat(head.signaled()).isTrue();
		assertTakes(head);
	}

	/** Holds are long, so the head will probably be in time for the next offer. */
	@Test
	void headThatIsPassedOnceIsSignaledAgain() {
		TestWaiter first = held("a");
		TestWaiter head = sleeping("b");
		handOn(first);
		TestWaiter running = assertTakesOutOfTurn("c");
		assertThat(head.signaled()).isTrue();
		assertSleepsFor(head, Duration.ofMinutes(5));
		handOn(running);
		assertThat(head.signaled()).isTrue();
		assertTakes(head);
	}

	/** The timer may be late. */
	@Test
	void releaseAfterTheSliceSignalsAHeadThatSleepsUntilItsEnd() {
		TestWaiter head = sleepingBehind(held("a"));
		TestWaiter running = passOften(head);
		assertSleepsFor(head, SLICE);
		pass(SLICE);
		handOn(running);
		assertThat(head.signaled()).isTrue();
	}

	/**
	 * It could not prolong the lease, or an alarm could refuse it, at its last moment.
	 */
	@Test
	void headWhoseWaitTimeEndsInTheSliceIsSignaled() {
		TestWaiter first = held("a");
		TestWaiter head = ask("b", K.withWaitTime(LESS_THAN_A_SLICE));
		assertSleepsFor(head, LESS_THAN_A_SLICE);
		TestWaiter running = first;
		for (int i = 0; i < 10; i++) {
			handOn(running);
			running = assertTakesOutOfTurn("running " + i);
		}
		assertThat(head.signaled()).isTrue();
		assertSleepsFor(head, LESS_THAN_A_SLICE);
		handOn(running);
		assertThat(head.signaled()).isTrue();
		assertTakes(head);
	}

	/** A thread may stop between the clock and the lane's lock. */
	@Test
	void callerWithAnOldTimeDoesNotPassInStrictOrder() {
		slice(3, Duration.ofSeconds(1), Duration.ZERO);
		long before = now();
		pass(Duration.ofMillis(1));
		TestWaiter first = held("a");
		sleeping("b");
		handOn(first);
		TestWaiter late = new TestWaiter("c", K, before);
		assertThat(this.lane.ask(late, before)).isTrue();
		assertThat(late.settled()).isFalse();
	}

	@Test
	void callerWithAMinimumHoldIsServedInTurn() {
		TestWaiter first = held("a");
		TestWaiter head = sleeping("b");
		handOn(first);
		assertThat(ask("c", K.withMinHold(Duration.ofMillis(1)).withWaitTime(Duration.ofMinutes(5))).settled())
			.isFalse();
		assertTakes(head);
	}

	/** A head that was not signaled for the lease has no reason to wake up. */
	@Test
	void headThatBeginsToWaitInASliceSleepsUntilItsDeadline() {
		held("a");
		assertSleepsFor(ask("b"), Duration.ofMinutes(5));
	}

	@Test
	void newHeadIsSignaledIfTheOldOneGivesUp() {
		TestWaiter head = sleepingBehind(held("a"));
		TestWaiter next = sleeping("c");
		TestWaiter running = passOften(head);
		assertSleepsFor(head, SLICE);
		handOn(running);
		assertThat(next.signaled()).isFalse();
		abandon(head);
		assertThat(next.signaled()).isTrue();
		assertTakes(next);
	}

	@Test
	void newHeadIsSignaledByTheNextOfferIfTheOldOneGaveUpBefore() {
		TestWaiter head = sleepingBehind(held("a"));
		TestWaiter next = sleeping("c");
		TestWaiter running = passOften(head);
		assertSleepsFor(head, SLICE);
		abandon(head);
		assertThat(next(next)).isInstanceOf(AcquireStep.Sleep.class);
		next.signaled();
		handOn(running);
		assertThat(next.signaled()).isTrue();
	}

	@Test
	void lossOfTheLeaseSignalsTheHead() {
		TestWaiter head = sleepingBehind(held("a"));
		TestWaiter running = passOften(head);
		assertSleepsFor(head, SLICE);
		this.lane.renewed(hold(running).lease(), RenewReply.NOT_MINE, now(), TTL.toNanos(), now());
		assertThat(head.signaled()).isTrue();
		assertThat(next(head)).isInstanceOf(AcquireStep.Attempt.class);
	}

	@Test
	void headThatNeedsMoreTimeIsNotPassedWhileItProlongsTheLease() {
		LockRequest fixed = K.withRenew(false).withTtl(TTL.plus(TTL)).withWaitTime(Duration.ofMinutes(5));
		TestWaiter first = held("a");
		TestWaiter head = ask("b", fixed);
		assertThat(next(head)).isInstanceOf(AcquireStep.Sleep.class);
		handOn(first);
		AcquireStep.Prolongation prolongation = prolongation(head);
		this.lane.prolonged(prolongation.lease(), RenewReply.RENEWED, now(), prolongation.ttl());
		assertThat(ask("c").settled()).isFalse();
		assertTakes(head);
	}

	@Test
	void leaseThatDoesNotSufficeIsNotTakenOutOfTurn() {
		TestWaiter first = held("a");
		TestWaiter head = sleeping("b");
		handOn(first);
		TestWaiter longer = ask("c", K.withRenew(false).withTtl(TTL.plus(TTL)).withWaitTime(Duration.ofMinutes(5)));
		assertThat(longer.settled()).isFalse();
		assertTakes(head);
	}

	/** Even if the lease has numbers left. */
	@Test
	void callerWithAFencingNumberIsServedInTurn() {
		LockRequest fenced = K.withFencing(true).withWaitTime(Duration.ofMinutes(5));
		TestWaiter first = ask("a", fenced);
		TestWaiter head = ask("b", fenced);
		ask("c", fenced);
		this.lane.acquired(attempt(first).fenced(100), now());
		assertTakes(first);
		handOn(first);
		assertThat(ask("d", fenced).settled()).isFalse();
		assertTakes(head);
		assertThat(hold(head).fence()).isEqualTo(101);
	}

	@Test
	void minimumHoldIsRespected() {
		TestWaiter first = held("a", K.withMinHold(Duration.ofMillis(500)));
		sleeping("b");
		assertThat(release(first)).isInstanceOf(ReleaseStep.Send.class);
		assertThat(ask("c").settled()).isFalse();
	}

	@Test
	void everyHandOffCounts() {
		slice(3, Duration.ofSeconds(1), SLICE);
		TestWaiter holder = held("a");
		sleeping("b");
		for (int i = 0; i < 3; i++) {
			handOn(holder);
			holder = assertTakesOutOfTurn("running " + i);
		}
		giveWay(holder);
	}

	@Test
	void timeOfSlicesCounts() {
		slice(1000, Duration.ofMillis(2), Duration.ofMinutes(1));
		TestWaiter holder = held("a");
		sleeping("b");
		pass(Duration.ofMillis(2).minusNanos(1));
		handOn(holder);
		holder = assertTakesOutOfTurn("c");
		pass(Duration.ofNanos(1));
		giveWay(holder);
	}

	/** Otherwise new callers could pass the head again and again. */
	@Test
	void leaseThatStaysHereAfterGivingWayGoesToTheHead() {
		slice(1000, Duration.ofMillis(2), Duration.ofMinutes(1));
		TestWaiter holder = held("a");
		TestWaiter head = sleeping("b");
		pass(Duration.ofMillis(2));
		ReleaseStep.GiveWay way = giveWay(holder);
		this.lane.gaveWay(hold(holder), way, GiveWayReply.KEPT, false, now(), now());
		assertThat(ask("c").settled()).isFalse();
		assertTakes(head);
	}

	@Test
	void leaseIsNotTakenOutOfTurnIfHandOffsAreOff() {
		slice(0, Duration.ofSeconds(1), SLICE);
		TestWaiter first = held("a");
		sleeping("b");
		giveWay(first);
		assertThat(ask("c").settled()).isFalse();
	}

	@Test
	void closedInstanceGrantsNothingOutOfTurn() {
		TestWaiter first = held("a");
		sleeping("b");
		handOn(first);
		this.callbacks.closed = true;
		assertThat(ask("c").settled()).isFalse();
	}

	@Test
	void expiredLeaseIsNotTakenOutOfTurn() {
		slice(1000, Duration.ofHours(1), Duration.ofHours(1));
		TestWaiter first = held("a");
		sleeping("b");
		handOn(first);
		pass(TTL);
		assertThat(ask("c").settled()).isFalse();
	}

	private void slice(int maxConsecutive, Duration maxDuration, Duration slice) {
		this.callbacks.handOff = new HandOffSettings(maxConsecutive, maxDuration, slice);
	}

	/** Lets a caller wait. Its driver sleeps. */
	private TestWaiter sleeping(String owner) {
		TestWaiter waiter = ask(owner);
		assertThat(next(waiter)).isInstanceOf(AcquireStep.Sleep.class);
		assertThat(waiter.signaled()).isFalse();
		return waiter;
	}

	private TestWaiter sleepingBehind(TestWaiter holder) {
		assertThat(holder.hold()).isSameAs(this.lane.hold());
		return sleeping("head");
	}

	/** Lets running callers pass the head while it wakes up. */
	private TestWaiter passOften(TestWaiter head) {
		Hold held = this.lane.hold();
		assertThat(held).isNotNull();
		TestWaiter running = (TestWaiter) held.waiter();
		for (int i = 0; i < 5; i++) {
			handOn(running);
			running = assertTakesOutOfTurn("running " + i);
		}
		assertThat(head.signaled()).isTrue();
		return running;
	}

	private void handOn(TestWaiter holder) {
		assertThat(release(holder)).isSameAs(ReleaseStep.Done.HANDED_ON);
	}

	private TestWaiter assertTakesOutOfTurn(String owner) {
		TestWaiter waiter = ask(owner);
		assertThat(waiter.hold()).isNotNull().isSameAs(this.lane.hold());
		assertThat(next(waiter)).isSameAs(AcquireStep.SETTLED);
		return waiter;
	}

}
