package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import io.lockstarter.store.Holder;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Turn;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The state table of the lane, row by row, in virtual time. */
class LaneTests {

	private static final Duration TTL = LockSettings.DEFAULT.ttl();

	private final VirtualTime time = new VirtualTime();

	private final RecordedEffects effects = new RecordedEffects();

	private final Lane lane = new Lane("k", this.effects);

	// --- CONTENDING

	@Test
	void firstCallerIsToldToSendAPlainAttempt() {
		TestWaiter waiter = ask(waiting("a"));
		assertThat(attempt(waiter).scripted()).isFalse();
	}

	@Test
	void onlyTheHeadSendsAndOnlyOneAttemptAtATime() {
		TestWaiter first = ask(waiting("a"));
		TestWaiter second = ask(waiting("b"));
		assertThat(next(second)).isInstanceOf(Step.Sleep.class);
		attempt(first);
		assertThat(next(first)).isInstanceOf(Step.Sleep.class);
	}

	@Test
	void wonGrantsTheHead() {
		TestWaiter waiter = held("a");
		assertThat(waiter.hold()).isNotNull();
		assertThat(this.lane.tenure().hold()).isSameAs(waiter.hold());
		assertThat(next(waiter)).isSameAs(Step.SETTLED);
	}

	@Test
	void validityCountsFromBeforeTheSendLessAMargin() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		this.time.jump(Duration.ofSeconds(2));
		this.lane.won(attempt, sentAt);
		next(waiter);
		long margin = TTL.toNanos() / 100 + Duration.ofMillis(2).toNanos();
		assertThat(hold(waiter).deadline()).isEqualTo(sentAt + TTL.toNanos() - margin);
	}

	@Test
	void wonAfterItsTtlIsSweptAndTriedAnew() {
		TestWaiter waiter = ask(new TestWaiter("a", LockRequest.of("k").withWaitTime(LockRequest.FOREVER), now()));
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		this.time.jump(TTL);
		this.lane.won(attempt, sentAt);
		assertThat(attempt(waiter).token()).isNotEqualTo(attempt.token());
		assertThat(this.effects.swept).extracting(Release::token).containsExactly(attempt.token());
	}

	@Test
	void wonAfterItsTtlEndsThoseWhoTryOnce() {
		TestWaiter waiter = ask(tryingOnce("a"));
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		this.time.jump(TTL);
		this.lane.won(attempt, sentAt);
		assertThat(next(waiter)).isSameAs(Step.SETTLED);
		assertBusy(waiter);
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void wonWithNobodyLeftIsSweptAndTheLaneDies() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter);
		this.lane.abandon(waiter, Refusals.cancelled("k"));
		assertThat(this.effects.dead).isZero();
		this.lane.won(attempt, now());
		assertThat(this.effects.swept).extracting(Release::token).containsExactly(attempt.token());
		assertThat(this.effects.dead).isOne();
		assertThat(this.lane.ask(waiting("b"), now())).isFalse();
	}

	@Test
	void wonForAShorterTtlThanTheHeadWantsIsProlongedFirst() {
		TestWaiter first = ask(new TestWaiter("a", LockRequest.of("k").withTtl(Duration.ofSeconds(1)), now()));
		TestWaiter second = ask(waiting("b"));
		Attempt attempt = attempt(first);
		this.lane.abandon(first, Refusals.cancelled("k"));
		this.lane.won(attempt, now());
		assertThat(next(second)).isInstanceOfSatisfying(Step.Prolongation.class,
				(step) -> assertThat(step.ttl()).isEqualTo(TTL.toNanos()));
		assertThat(second.hold()).isNull();
	}

	@Test
	void busyRefusesThoseWhoTryOnceAndEndsTheLane() {
		TestWaiter waiter = ask(tryingOnce("a"));
		this.lane.busy(attempt(waiter), now());
		assertBusy(waiter);
		assertThat(this.effects.dead).isOne();
		assertThat(this.effects.sweptLate).isEmpty();
	}

	@Test
	void busyGoesOnByScript() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.busy(attempt(waiter), now());
		assertThat(attempt(waiter).scripted()).isTrue();
	}

	@Test
	void attemptOfAWaiterGoesOnByScriptWhileThereIsTime() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter);
		assertThat(attempt.goesOn(now())).isTrue();
		assertThat(attempt.goesOn(waiter.deadline())).isFalse();
	}

	@Test
	void attemptThatMayHaveBeenReplayedGoesOnByScriptAlsoForThoseWhoTryOnce() {
		Attempt attempt = attempt(ask(tryingOnce("a")));
		assertThat(attempt.goesOn(now())).isFalse();
		assertThat(attempt.doubted(true).goesOn(now())).isTrue();
	}

	@Test
	void leaseFromADoubtfulAttemptIsSweptAfterItsRelease() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.won(attempt(waiter).doubted(true), now());
		next(waiter);
		release(waiter, ReleaseReply.RELEASED, false);
		assertThat(this.effects.sweptLate).extracting(Release::token).containsExactly(hold(waiter).lease().token());
	}

	@Test
	void doubtfulAttemptThatFoundAnotherHolderIsSwept() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter).doubted(true);
		this.lane.heldBy(attempt, new Holder("them:1", 20_000), null, now(), now());
		assertThat(this.effects.sweptLate).extracting(Release::token).containsExactly(attempt.token());
	}

	@Test
	void doubtfulAttemptThatEndsBusyIsSwept() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter).doubted(true);
		this.lane.abandon(waiter, Refusals.cancelled("k"));
		this.lane.busy(attempt, now());
		assertThat(this.effects.dead).isOne();
		assertThat(this.effects.sweptLate).extracting(Release::token).containsExactly(attempt.token());
	}

	@Test
	void heldByAnotherSleepsForTheBackoff() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		Step.Sleep sleep = (Step.Sleep) next(waiter);
		assertThat(sleep.until()).isEqualTo(now() + RecordedEffects.BACKOFF.toNanos());
	}

	@Test
	void heldByAnotherSleepsNoLongerThanItsTtl() {
		TestWaiter waiter = waitingForHolder("a", 3);
		Step.Sleep sleep = (Step.Sleep) next(waiter);
		assertThat(sleep.until()).isEqualTo(now() + Duration.ofMillis(3).toNanos());
	}

	@Test
	void heldByALeftoverOfOursSweepsIt() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.heldBy(attempt(waiter), new Holder("us:0", 20_000), null, now(), now());
		assertThat(this.effects.swept).containsExactly(new Release("k", "us:0", 0));
	}

	@Test
	void ambiguousAttemptIsSweptLateAndTriedAgainWithANewToken() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter);
		this.lane.failed(attempt, failure(Outcome.UNKNOWN), now());
		assertThat(this.effects.sweptLate).extracting(Release::token).containsExactly(attempt.token());
		assertThat(next(waiter)).isInstanceOf(Step.Sleep.class);
		this.time.jump(RecordedEffects.BACKOFF);
		Attempt again = attempt(waiter);
		assertThat(again.token()).isNotEqualTo(attempt.token());
		assertThat(again.scripted()).isTrue();
	}

	@Test
	void attemptThatWasSurelyNotAppliedIsNotSwept() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.failed(attempt(waiter), failure(Outcome.NOT_APPLIED), now());
		assertThat(this.effects.sweptLate).isEmpty();
		assertThat(waiter.settled()).isFalse();
	}

	@Test
	void failureEndsThoseWhoTryOnce() {
		TestWaiter waiter = ask(tryingOnce("a"));
		this.lane.failed(attempt(waiter), failure(Outcome.NOT_APPLIED), now());
		assertThat(waiter.refusal()).isInstanceOf(LockBackendException.class).hasMessageContaining("'k'");
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void failureForGoodEndsTheSenderAndTheNextTries() {
		TestWaiter first = ask(waiting("a"));
		TestWaiter second = ask(waiting("b"));
		this.lane.failed(attempt(first), failure(Outcome.REFUSED), now());
		assertThat(first.refusal()).isInstanceOf(LockBackendException.class);
		assertThat(second.signalled()).isTrue();
		this.time.jump(RecordedEffects.BACKOFF);
		attempt(second);
	}

	@Test
	void failureUntilTheDeadlineIsABackendFailureNotBusy() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.failed(attempt(waiter), failure(Outcome.NOT_APPLIED), now());
		this.time.jump(Duration.ofSeconds(5));
		assertThat(next(waiter)).isSameAs(Step.SETTLED);
		assertThat(waiter.refusal()).isInstanceOf(LockBackendException.class);
	}

	// --- WAITING

	@Test
	void sleeperTriesAgainByScriptWithANewToken() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		this.time.jump(RecordedEffects.BACKOFF);
		assertThat(attempt(waiter).scripted()).isTrue();
	}

	@Test
	void deadlineEndsTheWaitAndTheLane() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		this.time.jump(Duration.ofSeconds(5));
		assertThat(next(waiter)).isSameAs(Step.SETTLED);
		assertBusy(waiter);
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void whenTheHeadLeavesTheNextDrives() {
		TestWaiter first = waitingForHolder("a", 20_000);
		TestWaiter second = ask(waiting("b"));
		next(second);
		this.lane.abandon(first, Refusals.cancelled("k"));
		assertThat(second.signalled()).isTrue();
		this.time.jump(RecordedEffects.BACKOFF);
		attempt(second);
	}

	@Test
	void tryingOnceWhileOthersWaitIsRefusedWithoutACommand() {
		waitingForHolder("a", 20_000);
		assertBusy(ask(tryingOnce("b")));
	}

	// --- HELD

	@Test
	void sameOwnerEntersAgainWithoutACommand() {
		TestWaiter first = held("a");
		TestWaiter again = ask(waiting("a"));
		assertThat(next(again)).isSameAs(Step.SETTLED);
		assertThat(again.hold()).isSameAs(first.hold());
		assertThat(this.lane.tenure().depth(hold(first))).isEqualTo(2);
	}

	@Test
	void otherOwnerQueues() {
		held("a");
		TestWaiter other = ask(waiting("b"));
		assertThat(next(other)).isEqualTo(new Step.Sleep(other.deadline()));
	}

	@Test
	void tryingOnceWhileHeldIsRefusedWithoutACommand() {
		held("a");
		assertBusy(ask(tryingOnce("b")));
	}

	@Test
	void innerReleaseSendsNothing() {
		TestWaiter outer = held("a");
		ask(waiting("a"));
		assertThat(this.lane.tenure().release(hold(outer), now())).isSameAs(Leaving.STAY);
		assertThat(this.lane.tenure().hold()).isSameAs(outer.hold());
		assertThat(this.lane.tenure().release(hold(outer), now())).isInstanceOf(Leaving.Send.class);
	}

	@Test
	void deadlineIsALossAndTheTokenIsSwept() {
		TestWaiter holder = held("a");
		this.time.jump(TTL);
		assertThat(hold(holder).isHeld(this.time)).isFalse();
		assertThat(this.effects.losses).containsExactly(LossCause.EXPIRED);
		assertThat(this.effects.swept).extracting(Release::token).containsExactly(hold(holder).lease().token());
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void afterALossWaitersContendAtOnce() {
		held("a");
		TestWaiter waiter = ask(new TestWaiter("b", LockRequest.of("k").withWaitTime(LockRequest.FOREVER), now()));
		this.time.jump(TTL);
		assertThat(attempt(waiter).scripted()).isFalse();
	}

	@Test
	void ownerThatAsksAfterALossIsNotNested() {
		TestWaiter holder = held("a");
		this.time.jump(TTL);
		assertThat(this.lane.ask(waiting("a"), now())).as("the lane has died with the hold").isFalse();
		assertThat(hold(holder).lossCause()).isEqualTo(LossCause.EXPIRED);
	}

	@Test
	void releaseAfterALossDoesNotTouchTheNextLease() {
		TestWaiter lost = held("a");
		TestWaiter next = ask(new TestWaiter("b", LockRequest.of("k").withWaitTime(LockRequest.FOREVER), now()));
		this.time.jump(TTL);
		this.lane.won(attempt(next), now());
		next(next);
		assertThat(this.lane.tenure().release(hold(lost), now())).isSameAs(Leaving.STAY);
		assertThat(this.lane.tenure().hold()).isSameAs(next.hold());
	}

	@Test
	void notMineOnRenewalIsALossAtOnce() {
		TestWaiter holder = held("a");
		this.lane.tenure().renewed(hold(holder).lease(), RenewReply.NOT_MINE, now(), TTL.toNanos(), now());
		assertThat(this.effects.losses).containsExactly(LossCause.NOT_OURS);
		assertThat(hold(holder).isHeld(this.time)).isFalse();
	}

	@Test
	void failedRenewalIsNoLoss() {
		TestWaiter holder = held("a");
		this.lane.tenure().renewed(hold(holder).lease(), RenewReply.FAILED, now(), TTL.toNanos(), now());
		assertThat(hold(holder).isHeld(this.time)).isTrue();
		assertThat(hold(holder).lease().renewAt()).isLessThan(now() + TTL.toNanos() / 3);
	}

	@Test
	void renewalMovesTheDeadlineFromBeforeTheSendAndNeverBack() {
		TestWaiter holder = held("a");
		long first = hold(holder).deadline();
		this.time.jump(Duration.ofSeconds(10));
		long sentAt = now();
		this.time.jump(Duration.ofSeconds(1));
		this.lane.tenure().renewed(hold(holder).lease(), RenewReply.RENEWED, sentAt, TTL.toNanos(), now());
		long second = hold(holder).deadline();
		assertThat(second - first).isEqualTo(Duration.ofSeconds(10).toNanos());
		this.lane.tenure().renewed(hold(holder).lease(), RenewReply.RENEWED, sentAt - 5, TTL.toNanos(), now());
		assertThat(hold(holder).deadline()).isEqualTo(second);
	}

	@Test
	void renewalThatIsAnsweredAfterTheDeadlineDoesNotRevive() {
		TestWaiter holder = held("a");
		long sentAt = now();
		this.time.jump(TTL);
		this.lane.tenure()
			.renewed(hold(holder).lease(), RenewReply.RENEWED, sentAt, TTL.multipliedBy(2).toNanos(), now());
		assertThat(hold(holder).isHeld(this.time)).isFalse();
		assertThat(this.effects.losses).containsExactly(LossCause.EXPIRED);
	}

	@Test
	void renewalOfAnEarlierLeaseDoesNotCountForTheNext() {
		TestWaiter first = held("a");
		TestWaiter second = ask(waiting("b"));
		release(first, ReleaseReply.RELEASED, false);
		this.lane.won(attempt(second), now());
		next(second);
		long deadline = hold(second).deadline();
		this.lane.tenure()
			.renewed(hold(first).lease(), RenewReply.RENEWED, now(), TTL.multipliedBy(2).toNanos(), now());
		this.lane.tenure().renewed(hold(first).lease(), RenewReply.NOT_MINE, now(), TTL.toNanos(), now());
		assertThat(hold(second).deadline()).isEqualTo(deadline);
		assertThat(this.effects.losses).isEmpty();
	}

	@Test
	void offerThatRanOutBeforeTheHeadCameIsNotTaken() {
		TestWaiter waiter = ask(new TestWaiter("a", LockRequest.of("k").withWaitTime(LockRequest.FOREVER), now()));
		this.lane.won(attempt(waiter), now());
		this.time.jump(TTL);
		assertThat(next(waiter)).isInstanceOf(Attempt.class);
		assertThat(waiter.hold()).isNull();
		assertThat(this.effects.losses).as("nobody had it, so nobody lost it").isEmpty();
		assertThat(this.effects.swept).hasSize(1);
	}

	@Test
	void offerWhoseHeadLeftGoesToTheNext() {
		TestWaiter first = ask(waiting("a"));
		TestWaiter second = ask(waiting("b"));
		this.lane.won(attempt(first), now());
		this.lane.abandon(first, Refusals.cancelled("k"));
		assertThat(second.signalled()).isTrue();
		assertThat(next(second)).isSameAs(Step.SETTLED);
		assertThat(hold(second).isHeld(this.time)).isTrue();
	}

	@Test
	void offerThatNobodyIsLeftForIsSwept() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.won(attempt(waiter), now());
		this.lane.abandon(waiter, Refusals.cancelled("k"));
		assertThat(this.effects.swept).hasSize(1);
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void nestedRequestWhoseHoldIsLostBeforeItReturnsIsToldSo() {
		held("a");
		TestWaiter nested = ask(waiting("a"));
		this.time.jump(TTL);
		assertThat(next(nested)).isSameAs(Step.SETTLED);
		assertThat(nested.refusal()).isInstanceOf(LockLostException.class);
	}

	@Test
	void holdThatItsOwnerNeverSawIsTakenBackInSilence() {
		TestWaiter waiter = ask(new TestWaiter("a", LockRequest.of("k").withMinHold(Duration.ofHours(1)), now()));
		this.lane.won(attempt(waiter), now());
		next(waiter);
		this.lane.tenure().takeBack(hold(waiter));
		assertThat(this.effects.losses).isEmpty();
		assertThat(this.effects.swept).extracting(Release::keepMillis).containsExactly(0L);
		assertThat(this.effects.dead).isOne();
	}

	// --- RELEASING

	@Test
	void callersQueueWhileAReleaseIsUnansweredAlsoThoseWhoTryOnce() {
		TestWaiter holder = held("a");
		Release release = leave(holder);
		TestWaiter other = ask(tryingOnce("b"));
		assertThat(next(other)).isInstanceOf(Step.Sleep.class);
		this.lane.tenure().released(hold(holder), release, ReleaseReply.RELEASED, false, now());
		assertThat(other.signalled()).isTrue();
		attempt(other);
	}

	/** Else it waits for two commands that are not answered. */
	@Test
	void releaseThatFailsEndsThoseWhoTryOnce() {
		TestWaiter holder = held("a");
		Release release = leave(holder);
		TestWaiter once = ask(tryingOnce("b"));
		this.lane.tenure().released(hold(holder), release, ReleaseReply.FAILED, false, now());
		assertThat(next(once)).isEqualTo(Step.SETTLED);
		assertThat(once.refusal()).isInstanceOf(LockBackendException.class).hasMessageContaining("'k'");
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void releasingHoldIsNotRenewed() {
		TestWaiter holder = held("a");
		this.lane.tenure().release(hold(holder), now());
		assertThat(this.lane.tenure().renewal(now(), now() + TTL.toNanos())).isNull();
	}

	@Test
	void releasedWithNobodyWaitingEndsTheLane() {
		release(held("a"), ReleaseReply.RELEASED, false);
		assertThat(this.effects.dead).isOne();
		assertThat(this.effects.losses).isEmpty();
	}

	@Test
	void notMineOnReleaseBeforeTheDeadlineIsALoss() {
		TestWaiter holder = held("a");
		release(holder, ReleaseReply.NOT_MINE, false);
		assertThat(this.effects.losses).containsExactly(LossCause.NOT_OURS);
		assertThat(hold(holder).lossCause()).isEqualTo(LossCause.NOT_OURS);
	}

	@Test
	void notMineOnAReplayedReleaseIsNoLoss() {
		release(held("a"), ReleaseReply.NOT_MINE, true);
		assertThat(this.effects.losses).isEmpty();
	}

	@Test
	void ambiguousReleaseIsSweptAndTheNextContends() {
		TestWaiter holder = held("a");
		TestWaiter other = ask(waiting("b"));
		release(holder, ReleaseReply.FAILED, false);
		assertThat(this.effects.swept).extracting(Release::token).containsExactly(hold(holder).lease().token());
		assertThat(hold(holder).lossCause()).isNull();
		attempt(other);
	}

	@Test
	void minHoldKeepsTheKeyForTheRest() {
		TestWaiter waiter = ask(new TestWaiter("a", LockRequest.of("k").withMinHold(Duration.ofSeconds(10)), now()));
		this.lane.won(attempt(waiter), now());
		next(waiter);
		this.time.jump(Duration.ofSeconds(4));
		Release release = leave(waiter);
		assertThat(release.keepMillis()).isBetween(6_000L, 6_001L);
	}

	@Test
	void maxHoldEndsTheHoldAlthoughItIsRenewed() {
		TestWaiter waiter = ask(new TestWaiter("a", LockRequest.of("k").withMaxHold(Duration.ofSeconds(40)), now()));
		this.lane.won(attempt(waiter), now());
		next(waiter);
		this.time.jump(Duration.ofSeconds(20));
		this.lane.tenure().renewed(hold(waiter).lease(), RenewReply.RENEWED, now(), TTL.toNanos(), now());
		assertThat(hold(waiter).renewable()).as("no more renewals are needed").isFalse();
		this.time.jump(Duration.ofSeconds(20));
		assertThat(hold(waiter).isHeld(this.time)).isFalse();
		assertThat(this.effects.losses).containsExactly(LossCause.MAX_HOLD);
	}

	@Test
	void fixedTtlIsNeverDueForRenewal() {
		TestWaiter waiter = ask(new TestWaiter("a", LockRequest.of("k").withRenew(false), now()));
		this.lane.won(attempt(waiter), now());
		next(waiter);
		assertThat(this.lane.tenure().renewal(now(), now() + TTL.toNanos())).isNull();
	}

	@Test
	void shutdownRefusesAllWhoWait() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		this.lane.refuseAll();
		assertThat(waiter.refusal()).isInstanceOfSatisfying(LockNotAcquiredException.class,
				(ex) -> assertThat(ex.reason()).isEqualTo(LockNotAcquiredException.Reason.SHUTDOWN));
		assertThat(this.effects.dead).isOne();
	}

	// --- steps

	private TestWaiter waiting(String owner) {
		return TestWaiter.waiting(owner, now());
	}

	private TestWaiter tryingOnce(String owner) {
		return TestWaiter.tryingOnce(owner, now());
	}

	private TestWaiter ask(TestWaiter waiter) {
		assertThat(this.lane.ask(waiter, now())).isTrue();
		return waiter;
	}

	private Step next(TestWaiter waiter) {
		return this.lane.next(waiter, now());
	}

	private Attempt attempt(TestWaiter waiter) {
		Step step = next(waiter);
		assertThat(step).isInstanceOf(Attempt.class);
		return (Attempt) step;
	}

	private TestWaiter held(String owner) {
		TestWaiter waiter = ask(waiting(owner));
		this.lane.won(attempt(waiter), now());
		assertThat(next(waiter)).isSameAs(Step.SETTLED);
		return waiter;
	}

	private TestWaiter waitingForHolder(String owner, long remainingMillis) {
		TestWaiter waiter = ask(waiting(owner));
		this.lane.heldBy(attempt(waiter), new Holder("them:1", remainingMillis), null, now(), now());
		return waiter;
	}

	private void release(TestWaiter waiter, ReleaseReply reply, boolean reconnected) {
		Leaving leaving = this.lane.tenure().release(hold(waiter), now());
		if (leaving instanceof Leaving.GiveWay way) {
			this.lane.tenure().gaveWay(hold(waiter), way, Turn.over(reply), reconnected, now(), now());
		}
		else {
			Release release = ((Leaving.Send) leaving).release();
			this.lane.tenure().released(hold(waiter), release, reply, reconnected, now());
		}
	}

	/** What is to be sent when nobody else waits. */
	private Release leave(TestWaiter waiter) {
		Leaving leaving = this.lane.tenure().release(hold(waiter), now());
		assertThat(leaving).isInstanceOf(Leaving.Send.class);
		return ((Leaving.Send) leaving).release();
	}

	private static Hold hold(TestWaiter waiter) {
		Hold hold = waiter.hold();
		assertThat(hold).isNotNull();
		return hold;
	}

	private static void assertBusy(TestWaiter waiter) {
		assertThat(waiter.refusal()).isInstanceOfSatisfying(LockNotAcquiredException.class,
				(ex) -> assertThat(ex.reason()).isEqualTo(LockNotAcquiredException.Reason.BUSY));
	}

	private static StoreException failure(Outcome outcome) {
		return new StoreException(outcome, "it broke", null);
	}

	private long now() {
		return this.time.nanos();
	}

}
