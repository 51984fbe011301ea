package io.lockstarter.lane;

import java.time.Duration;

import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.TestWaiter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the state table of the lane, row by row, in virtual time. */
class LaneTests extends AbstractLaneTests {

	// --- OPEN

	@Test
	void firstCallerSendsAPlainAttempt() {
		TestWaiter waiter = ask(waiting("a"));
		assertThat(attempt(waiter).scripted()).isFalse();
	}

	@Test
	void onlyTheHeadSendsAndOnlyOneAttemptAtATime() {
		TestWaiter first = ask(waiting("a"));
		TestWaiter second = ask(waiting("b"));
		assertThat(next(second)).isInstanceOf(AcquireStep.Sleep.class);
		attempt(first);
		assertThat(next(first)).isInstanceOf(AcquireStep.Sleep.class);
	}

	@Test
	void leaseWonIsTakenByTheHead() {
		TestWaiter waiter = held("a");
		assertThat(waiter.hold()).isNotNull();
		assertThat(this.lane.hold()).isSameAs(waiter.hold());
		assertThat(next(waiter)).isSameAs(AcquireStep.SETTLED);
	}

	@Test
	void validityCountsFromBeforeTheSendLessAMargin() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(Duration.ofSeconds(2));
		this.lane.acquired(attempt, sentAt);
		next(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, TTL));
	}

	@Test
	void leaseWonAfterItsTtlIsSweptAndAcquiredAgain() {
		TestWaiter waiter = ask("a", K.withWaitTime(LockRequest.FOREVER));
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(TTL);
		this.lane.acquired(attempt, sentAt);
		assertThat(attempt(waiter).token()).isNotEqualTo(attempt.token());
		assertThat(this.callbacks.swept).extracting(Release::token).containsExactly(attempt.token());
	}

	@Test
	void leaseWonAfterItsTtlRefusesACallerThatTriesOnce() {
		TestWaiter waiter = ask(tryingOnce("a"));
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(TTL);
		this.lane.acquired(attempt, sentAt);
		assertThat(next(waiter)).isSameAs(AcquireStep.SETTLED);
		assertBusy(waiter);
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void leaseWonWithoutAWaiterIsSweptAndTheLaneDies() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter);
		abandon(waiter);
		assertThat(this.callbacks.dead).isZero();
		this.lane.acquired(attempt, now());
		assertThat(this.callbacks.swept).extracting(Release::token).containsExactly(attempt.token());
		assertThat(this.callbacks.dead).isOne();
		assertThat(this.lane.ask(waiting("b"), now())).isFalse();
	}

	@Test
	void leaseWonForAShorterTtlThanTheHeadNeedsIsProlongedFirst() {
		TestWaiter first = ask("a", K.withTtl(Duration.ofSeconds(1)));
		TestWaiter second = ask(waiting("b"));
		Attempt attempt = attempt(first);
		abandon(first);
		this.lane.acquired(attempt, now());
		assertThat(next(second)).isInstanceOfSatisfying(AcquireStep.Prolongation.class,
				(step) -> assertThat(step.ttl()).isEqualTo(TTL.toNanos()));
		assertThat(second.hold()).isNull();
	}

	@Test
	void busyRefusesACallerThatTriesOnceAndEndsTheLane() {
		TestWaiter waiter = ask(tryingOnce("a"));
		this.lane.busy(attempt(waiter), now());
		assertBusy(waiter);
		assertThat(this.callbacks.dead).isOne();
		assertThat(this.callbacks.sweptLate).isEmpty();
	}

	@Test
	void nextAttemptAfterBusyUsesTheScript() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.busy(attempt(waiter), now());
		assertThat(attempt(waiter).scripted()).isTrue();
	}

	@Test
	void attemptOfAWaiterContinuesByScriptUntilTheDeadline() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter);
		assertThat(attempt.continuesByScript(now())).isTrue();
		assertThat(attempt.continuesByScript(waiter.deadline())).isFalse();
	}

	@Test
	void unconfirmedAttemptOfACallerThatTriesOnceContinuesByScript() {
		Attempt attempt = attempt(ask(tryingOnce("a")));
		assertThat(attempt.continuesByScript(now())).isFalse();
		assertThat(attempt.unconfirmedIf(true).continuesByScript(now())).isTrue();
	}

	@Test
	void leaseOfAnUnconfirmedAttemptIsSweptAfterItsRelease() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.acquired(attempt(waiter).unconfirmedIf(true), now());
		next(waiter);
		release(waiter, ReleaseReply.RELEASED, false);
		assertThat(this.callbacks.sweptLate).extracting(Release::token).containsExactly(hold(waiter).lease().token());
	}

	@Test
	void unconfirmedAttemptThatFoundAnotherHolderIsSwept() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter).unconfirmedIf(true);
		this.lane.foundHolder(attempt, THEM, null, now(), now());
		assertThat(this.callbacks.sweptLate).extracting(Release::token).containsExactly(attempt.token());
	}

	@Test
	void unconfirmedAttemptThatEndsBusyIsSwept() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter).unconfirmedIf(true);
		abandon(waiter);
		this.lane.busy(attempt, now());
		assertThat(this.callbacks.dead).isOne();
		assertThat(this.callbacks.sweptLate).extracting(Release::token).containsExactly(attempt.token());
	}

	@Test
	void heldByAnotherSleepsForTheBackoff() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		AcquireStep.Sleep sleep = (AcquireStep.Sleep) next(waiter);
		assertThat(sleep.until()).isEqualTo(now() + RecordedCallbacks.BACKOFF.toNanos());
	}

	@Test
	void heldByAnotherSleepsNoLongerThanItsTtl() {
		TestWaiter waiter = waitingForHolder("a", 3);
		AcquireStep.Sleep sleep = (AcquireStep.Sleep) next(waiter);
		assertThat(sleep.until()).isEqualTo(now() + Duration.ofMillis(3).toNanos());
	}

	@Test
	void heldByALeftoverOfOursSweepsIt() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.foundHolder(attempt(waiter), new Holder("us:0", 20_000), null, now(), now());
		assertThat(this.callbacks.swept).containsExactly(new Release("k", "us:0", 0));
	}

	@Test
	void attemptWithUnknownOutcomeIsSweptAndRetriedWithANewToken() {
		TestWaiter waiter = ask(waiting("a"));
		Attempt attempt = attempt(waiter);
		this.lane.failed(attempt, failure(Outcome.UNKNOWN), now());
		assertThat(this.callbacks.sweptLate).extracting(Release::token).containsExactly(attempt.token());
		assertThat(next(waiter)).isInstanceOf(AcquireStep.Sleep.class);
		pass(RecordedCallbacks.BACKOFF);
		Attempt again = attempt(waiter);
		assertThat(again.token()).isNotEqualTo(attempt.token());
		assertThat(again.scripted()).isTrue();
	}

	@Test
	void attemptThatWasNotAppliedIsNotSwept() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.failed(attempt(waiter), failure(Outcome.NOT_APPLIED), now());
		assertThat(this.callbacks.sweptLate).isEmpty();
		assertThat(waiter.settled()).isFalse();
	}

	@Test
	void failureRefusesACallerThatTriesOnce() {
		TestWaiter waiter = ask(tryingOnce("a"));
		this.lane.failed(attempt(waiter), failure(Outcome.NOT_APPLIED), now());
		assertThat(waiter.refusal()).isInstanceOf(LockServerException.class).hasMessageContaining("'k'");
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void permanentFailureRefusesTheSenderAndTheNextWaiterTries() {
		TestWaiter first = ask(waiting("a"));
		TestWaiter second = ask(waiting("b"));
		this.lane.failed(attempt(first), failure(Outcome.REFUSED), now());
		assertThat(first.refusal()).isInstanceOf(LockServerException.class);
		assertThat(second.signaled()).isTrue();
		pass(RecordedCallbacks.BACKOFF);
		attempt(second);
	}

	@Test
	void failureUntilTheDeadlineIsReportedAsServerFailure() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.failed(attempt(waiter), failure(Outcome.NOT_APPLIED), now());
		pass(Duration.ofSeconds(5));
		assertThat(next(waiter)).isSameAs(AcquireStep.SETTLED);
		assertThat(waiter.refusal()).isInstanceOf(LockServerException.class);
	}

	// --- ACQUIRING, answered

	@Test
	void sleeperTriesAgainByScriptWithANewToken() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		pass(RecordedCallbacks.BACKOFF);
		assertThat(attempt(waiter).scripted()).isTrue();
	}

	@Test
	void deadlineEndsTheWaitAndTheLane() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		pass(Duration.ofSeconds(5));
		assertThat(next(waiter)).isSameAs(AcquireStep.SETTLED);
		assertBusy(waiter);
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void nextWaiterSendsAttemptsAfterTheHeadGivesUp() {
		TestWaiter first = waitingForHolder("a", 20_000);
		TestWaiter second = ask(waiting("b"));
		next(second);
		abandon(first);
		assertThat(second.signaled()).isTrue();
		pass(RecordedCallbacks.BACKOFF);
		attempt(second);
	}

	@Test
	void tryingOnceWhileOthersWaitIsRefusedWithoutACommand() {
		waitingForHolder("a", 20_000);
		assertBusy(ask(tryingOnce("b")));
	}

	// --- after the deadline

	@Test
	void replyToTheAttemptOfACallerThatGaveUpServesTheHead() {
		TestWaiter first = ask(waiting("a"));
		Attempt attempt = attempt(first);
		TestWaiter second = ask(waiting("b"));
		abandon(first);
		pass(Duration.ofSeconds(5));
		assertThat(next(second)).isEqualTo(new AcquireStep.Sleep(MonotonicClock.NEVER));
		this.lane.acquired(attempt, now());
		assertTakes(second);
	}

	@Test
	void headIsRefusedWhenTheAttemptOfACallerThatGaveUpFails() {
		TestWaiter first = ask(waiting("a"));
		Attempt attempt = attempt(first);
		TestWaiter second = ask(waiting("b"));
		abandon(first);
		pass(Duration.ofSeconds(5));
		this.lane.failed(attempt, failure(Outcome.UNKNOWN), now());
		assertThat(next(second)).isSameAs(AcquireStep.SETTLED);
		assertThat(second.refusal()).isInstanceOf(LockServerException.class);
	}

	@Test
	void headThatWaitedForAReplyAfterItsDeadlineSendsNoOtherCommand() { // P5
		TestWaiter first = ask(waiting("a"));
		Attempt attempt = attempt(first);
		TestWaiter second = ask(waiting("b"));
		abandon(first);
		pass(Duration.ofSeconds(5));
		next(second);
		this.lane.busy(attempt, now());
		assertThat(next(second)).isSameAs(AcquireStep.SETTLED);
		assertBusy(second);
	}

	@Test
	void timeOutDoesNotRefuseTheHeadBeforeItsFirstAttemptHasAReply() {
		TestWaiter waiter = ask(waiting("a"));
		pass(Duration.ofSeconds(5));
		this.lane.timeOut(waiter, now());
		assertThat(waiter.settled()).isFalse();
		Attempt attempt = attempt(waiter);
		this.lane.timeOut(waiter, now());
		assertThat(waiter.settled()).isFalse();
		this.lane.acquired(attempt, now());
		this.lane.timeOut(waiter, now());
		assertTakes(waiter);
	}

	@Test
	void timeOutDoesNotRefuseTheHeadWhileItProlongsTheLease() {
		TestWaiter first = ask("a", K.withTtl(Duration.ofSeconds(1)));
		TestWaiter second = ask(waiting("b"));
		Attempt attempt = attempt(first);
		abandon(first);
		this.lane.acquired(attempt, now());
		AcquireStep.Prolongation step = prolongation(second);
		long sentAt = now();
		pass(Duration.ofSeconds(5));
		this.lane.timeOut(second, now());
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, sentAt, step.ttl());
		assertTakes(second);
	}

	@Test
	void timeOutRefusesAHeadThatSleeps() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		pass(Duration.ofSeconds(5));
		this.lane.timeOut(waiter, now());
		assertBusy(waiter);
	}

	@Test
	void timeOutRefusesACallerBehindTheHead() {
		attempt(ask(waiting("a")));
		TestWaiter second = ask(waiting("b"));
		pass(Duration.ofSeconds(5));
		this.lane.timeOut(second, now());
		assertBusy(second);
	}

	// --- HELD

	@Test
	void sameOwnerEntersAgainWithoutACommand() {
		TestWaiter first = held("a");
		TestWaiter again = ask(waiting("a"));
		assertThat(next(again)).isSameAs(AcquireStep.SETTLED);
		assertThat(again.hold()).isSameAs(first.hold());
		assertThat(this.lane.depth(hold(first))).isEqualTo(2);
	}

	@Test
	void otherOwnerQueues() {
		held("a");
		TestWaiter other = ask(waiting("b"));
		assertThat(next(other)).isEqualTo(new AcquireStep.Sleep(other.deadline()));
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
		assertThat(release(outer)).isSameAs(ReleaseStep.Done.STAY);
		assertThat(this.lane.hold()).isSameAs(outer.hold());
		assertThat(release(outer)).isInstanceOf(ReleaseStep.Send.class);
	}

	@Test
	void holdPastItsDeadlineIsLostAndItsTokenSwept() {
		TestWaiter holder = held("a");
		pass(TTL);
		assertThat(hold(holder).isHeld(now())).isFalse();
		assertThat(this.callbacks.losses).containsExactly(LockLostException.Reason.EXPIRED);
		assertThat(this.callbacks.swept).extracting(Release::token).containsExactly(hold(holder).lease().token());
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void afterALossWaitersContendAtOnce() {
		held("a");
		TestWaiter waiter = ask("b", K.withWaitTime(LockRequest.FOREVER));
		pass(TTL);
		assertThat(attempt(waiter).scripted()).isFalse();
	}

	@Test
	void ownerThatAsksAfterALossIsNotNested() {
		TestWaiter holder = held("a");
		pass(TTL);
		assertThat(this.lane.ask(waiting("a"), now())).as("the lane has died with the hold").isFalse();
		assertThat(hold(holder).lossCause()).isEqualTo(LockLostException.Reason.EXPIRED);
	}

	@Test
	void releaseAfterALossDoesNotTouchTheNextLease() {
		TestWaiter lost = held("a");
		TestWaiter next = ask("b", K.withWaitTime(LockRequest.FOREVER));
		pass(TTL);
		this.lane.acquired(attempt(next), now());
		next(next);
		assertThat(release(lost)).isSameAs(ReleaseStep.Done.STAY);
		assertThat(this.lane.hold()).isSameAs(next.hold());
	}

	@Test
	void notMineOnRenewalIsALossAtOnce() {
		TestWaiter holder = held("a");
		this.lane.renewed(hold(holder).lease(), RenewReply.NOT_MINE, now(), TTL.toNanos(), now());
		assertThat(this.callbacks.losses).containsExactly(LockLostException.Reason.NOT_OURS);
		assertThat(hold(holder).isHeld(now())).isFalse();
	}

	@Test
	void failedRenewalIsNoLoss() {
		TestWaiter holder = held("a");
		this.lane.renewed(hold(holder).lease(), RenewReply.FAILED, now(), TTL.toNanos(), now());
		assertThat(hold(holder).isHeld(now())).isTrue();
		assertThat(hold(holder).nextCheck()).isLessThan(now() + TTL.toNanos() / 3);
	}

	@Test
	void renewalMovesTheDeadlineFromBeforeTheSendAndNeverBack() {
		TestWaiter holder = held("a");
		long first = hold(holder).deadline();
		pass(Duration.ofSeconds(10));
		long sentAt = now();
		pass(Duration.ofSeconds(1));
		this.lane.renewed(hold(holder).lease(), RenewReply.RENEWED, sentAt, TTL.toNanos(), now());
		long second = hold(holder).deadline();
		assertThat(second - first).isEqualTo(Duration.ofSeconds(10).toNanos());
		this.lane.renewed(hold(holder).lease(), RenewReply.RENEWED, sentAt - 5, TTL.toNanos(), now());
		assertThat(hold(holder).deadline()).isEqualTo(second);
	}

	@Test
	void renewalReplyAfterTheDeadlineDoesNotReviveTheHold() {
		TestWaiter holder = held("a");
		long sentAt = now();
		pass(TTL);
		this.lane.renewed(hold(holder).lease(), RenewReply.RENEWED, sentAt, TTL.multipliedBy(2).toNanos(), now());
		assertThat(hold(holder).isHeld(now())).isFalse();
		assertThat(this.callbacks.losses).containsExactly(LockLostException.Reason.EXPIRED);
	}

	@Test
	void renewalOfAnEarlierLeaseDoesNotCountForTheNext() {
		TestWaiter first = held("a");
		TestWaiter second = ask(waiting("b"));
		release(first, ReleaseReply.RELEASED, false);
		this.lane.acquired(attempt(second), now());
		next(second);
		long deadline = hold(second).deadline();
		this.lane.renewed(hold(first).lease(), RenewReply.RENEWED, now(), TTL.multipliedBy(2).toNanos(), now());
		this.lane.renewed(hold(first).lease(), RenewReply.NOT_MINE, now(), TTL.toNanos(), now());
		assertThat(hold(second).deadline()).isEqualTo(deadline);
		assertThat(this.callbacks.losses).isEmpty();
	}

	@Test
	void offerThatExpiredIsNotTaken() {
		TestWaiter waiter = ask("a", K.withWaitTime(LockRequest.FOREVER));
		this.lane.acquired(attempt(waiter), now());
		pass(TTL);
		assertThat(next(waiter)).isInstanceOf(Attempt.class);
		assertThat(waiter.hold()).isNull();
		assertThat(this.callbacks.losses).as("no hold, so no loss").isEmpty();
		assertThat(this.callbacks.swept).hasSize(1);
	}

	@Test
	void offerGoesToTheNextWaiterIfTheHeadGivesUp() {
		TestWaiter first = ask(waiting("a"));
		TestWaiter second = ask(waiting("b"));
		this.lane.acquired(attempt(first), now());
		abandon(first);
		assertThat(second.signaled()).isTrue();
		assertThat(next(second)).isSameAs(AcquireStep.SETTLED);
		assertThat(hold(second).isHeld(now())).isTrue();
	}

	@Test
	void offerWithoutAWaiterIsSwept() {
		TestWaiter waiter = ask(waiting("a"));
		this.lane.acquired(attempt(waiter), now());
		abandon(waiter);
		assertThat(this.callbacks.swept).hasSize(1);
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void nestedRequestFailsIfItsHoldIsLostBeforeItReturns() {
		held("a");
		TestWaiter nested = ask(waiting("a"));
		pass(TTL);
		assertThat(next(nested)).isSameAs(AcquireStep.SETTLED);
		assertThat(nested.refusal()).isInstanceOf(LockLostException.class);
	}

	@Test
	void undeliveredHoldIsTakenBackWithoutALoss() {
		TestWaiter waiter = ask("a", K.withMinHold(Duration.ofHours(1)));
		this.lane.acquired(attempt(waiter), now());
		next(waiter);
		this.lane.endUndelivered(hold(waiter));
		assertThat(this.callbacks.losses).isEmpty();
		assertThat(this.callbacks.swept).extracting(Release::keepMillis).containsExactly(0L);
		assertThat(this.callbacks.dead).isOne();
	}

	// --- RELEASING

	@Test
	void callerThatTriesOnceWaitsForTheReplyToARelease() {
		TestWaiter holder = held("a");
		Release release = releaseWithoutWaiters(holder);
		TestWaiter other = ask(tryingOnce("b"));
		assertThat(next(other)).isInstanceOf(AcquireStep.Sleep.class);
		this.lane.released(hold(holder), release, ReleaseReply.RELEASED, false, now());
		assertThat(other.signaled()).isTrue();
		attempt(other);
	}

	/** Otherwise it would wait for two commands without a reply. */
	@Test
	void failedReleaseRefusesACallerThatTriesOnce() {
		TestWaiter holder = held("a");
		Release release = releaseWithoutWaiters(holder);
		TestWaiter once = ask(tryingOnce("b"));
		this.lane.released(hold(holder), release, ReleaseReply.FAILED, false, now());
		assertThat(next(once)).isEqualTo(AcquireStep.SETTLED);
		assertThat(once.refusal()).isInstanceOf(LockServerException.class).hasMessageContaining("'k'");
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void replyToAnAbandonedAttemptDoesNotCountForTheNext() {
		TestWaiter waiter = ask(TestWaiter.waiting("owner", now()));
		Attempt first = attempt(waiter);
		this.lane.busy(first, now());
		Attempt second = attempt(waiter);
		this.lane.acquired(first, now());
		assertThat(next(waiter)).as("the second is still in flight").isInstanceOf(AcquireStep.Sleep.class);
		assertThat(this.callbacks.sweptLate).extracting(Release::token).containsExactly(first.token());
		this.lane.acquired(second, now());
		assertThat(next(waiter)).isSameAs(AcquireStep.SETTLED);
	}

	@Test
	void releasingHoldIsNotRenewed() {
		TestWaiter holder = held("a");
		release(holder);
		assertThat(this.lane.renewal(hold(holder), now(), now() + TTL.toNanos())).isNull();
	}

	@Test
	void releaseWithoutWaitersEndsTheLane() {
		release(held("a"), ReleaseReply.RELEASED, false);
		assertThat(this.callbacks.dead).isOne();
		assertThat(this.callbacks.losses).isEmpty();
	}

	@Test
	void notMineOnReleaseBeforeTheDeadlineIsALoss() {
		TestWaiter holder = held("a");
		release(holder, ReleaseReply.NOT_MINE, false);
		assertThat(this.callbacks.losses).containsExactly(LockLostException.Reason.NOT_OURS);
		assertThat(hold(holder).lossCause()).isEqualTo(LockLostException.Reason.NOT_OURS);
	}

	@Test
	void notMineOnAReplayedReleaseIsNoLoss() {
		release(held("a"), ReleaseReply.NOT_MINE, true);
		assertThat(this.callbacks.losses).isEmpty();
	}

	@Test
	void releaseWithUnknownOutcomeIsSweptAndTheNextWaiterContends() {
		TestWaiter holder = held("a");
		TestWaiter other = ask(waiting("b"));
		release(holder, ReleaseReply.FAILED, false);
		assertThat(this.callbacks.swept).extracting(Release::token).containsExactly(hold(holder).lease().token());
		assertThat(hold(holder).lossCause()).isNull();
		attempt(other);
	}

	@Test
	void minHoldKeepsTheKeyForTheRest() {
		TestWaiter waiter = ask("a", K.withMinHold(Duration.ofSeconds(10)));
		this.lane.acquired(attempt(waiter), now());
		next(waiter);
		pass(Duration.ofSeconds(4));
		Release release = releaseWithoutWaiters(waiter);
		assertThat(release.keepMillis()).isBetween(6_000L, 6_001L);
	}

	@Test
	void maxHoldEndsARenewedHold() {
		TestWaiter waiter = ask("a", K.withMaxHold(Duration.ofSeconds(40)));
		this.lane.acquired(attempt(waiter), now());
		next(waiter);
		pass(Duration.ofSeconds(20));
		this.lane.renewed(hold(waiter).lease(), RenewReply.RENEWED, now(), TTL.toNanos(), now());
		assertThat(RenewalSchedule.isDue(hold(waiter), Long.MAX_VALUE)).as("no more renewals are needed").isFalse();
		pass(Duration.ofSeconds(20));
		assertThat(hold(waiter).isHeld(now())).isFalse();
		assertThat(this.callbacks.losses).containsExactly(LockLostException.Reason.MAX_HOLD);
	}

	@Test
	void fixedTtlIsNeverDueForRenewal() {
		TestWaiter waiter = ask("a", K.withRenew(false));
		this.lane.acquired(attempt(waiter), now());
		next(waiter);
		assertThat(this.lane.renewal(hold(waiter), now(), now() + TTL.toNanos())).isNull();
	}

	@Test
	void shutdownRefusesAllWaiters() {
		TestWaiter waiter = waitingForHolder("a", 20_000);
		this.lane.refuseAll();
		assertThat(waiter.refusal()).isInstanceOfSatisfying(LockNotAcquiredException.class,
				(ex) -> assertThat(ex.reason()).isEqualTo(LockNotAcquiredException.Reason.SHUTDOWN));
		assertThat(this.callbacks.dead).isOne();
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

	private TestWaiter waitingForHolder(String owner, long remainingMillis) {
		TestWaiter waiter = ask(waiting(owner));
		this.lane.foundHolder(attempt(waiter), new Holder("them:1", remainingMillis), null, now(), now());
		return waiter;
	}

	private void release(TestWaiter waiter, ReleaseReply reply, boolean reconnected) {
		ReleaseStep step = release(waiter);
		if (step instanceof ReleaseStep.GiveWay way) {
			this.lane.gaveWay(hold(waiter), way, GiveWayReply.over(reply), reconnected, now(), now());
		}
		else {
			Release release = ((ReleaseStep.Send) step).release();
			this.lane.released(hold(waiter), release, reply, reconnected, now());
		}
	}

	/** Releases a hold while no other caller waits; returns the command. */
	private Release releaseWithoutWaiters(TestWaiter waiter) {
		ReleaseStep step = release(waiter);
		assertThat(step).isInstanceOf(ReleaseStep.Send.class);
		return ((ReleaseStep.Send) step).release();
	}

}
