package io.lockstarter.lane;

import java.time.Duration;

import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockType;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.store.Claim;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.TestWaiter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests a lane whose token is in the queue of instances. */
class QueueTests extends AbstractLaneTests {

	private static final Duration SLEEP = RecordedCallbacks.LONGEST_SLEEP;

	private static final Duration FIRST_SLEEP = Duration.ofMillis(200);

	/** The ttl of a grant. */
	private static final Duration GRANT = SLEEP.multipliedBy(5);

	private static final Duration MOMENT = Duration.ofMillis(100);

	private static final long TICKET = 7;

	private static final QueuePlace PLACE = new QueuePlace(TICKET, true);

	@BeforeEach
	void subscribed() {
		this.callbacks.subscribed = true;
	}

	// --- joining the queue, and asking again

	@Test
	void grantIsShorterThanTheTtlAndLongerThanTwoSleeps() {
		Attempt attempt = attempt(ask("a"));
		assertThat(this.lane.queueRequest(attempt))
			.isEqualTo(new QueueRequest(GRANT.toMillis(), 3 * SLEEP.toMillis(), false, true));
	}

	@Test
	void grantIsNoLongerThanTheTtl() {
		Attempt attempt = attempt(ask("a", K.withTtl(Duration.ofSeconds(2))));
		assertThat(this.lane.queueRequest(attempt))
			.isEqualTo(new QueueRequest(2000, 3 * SLEEP.toMillis(), false, true));
	}

	@Test
	void queueRequestOfAnInstanceWithoutSubscriptionSaysSo() {
		this.callbacks.subscribed = false;
		Attempt attempt = attempt(ask("a"));
		assertThat(this.lane.queueRequest(attempt))
			.isEqualTo(new QueueRequest(GRANT.toMillis(), 3 * SLEEP.toMillis(), false, false));
	}

	@Test
	void callerThatTriesOnceDoesNotQueue() {
		assertThat(this.lane.queueRequest(attempt(ask("a", K.withWaitTime(Duration.ZERO))))).isNull();
	}

	@Test
	void sleepsForTheLongestSleep() {
		assertSleepsFor(askedAgain("a"), SLEEP);
	}

	@Test
	void sleepsBrieflyUntilItKnowsTheHoldersTtl() {
		assertSleepsFor(queued("a"), FIRST_SLEEP);
	}

	@Test
	void sleepsNoLongerThanTheHoldersTtl() {
		TestWaiter waiter = ask("a");
		this.lane.foundHolder(attempt(waiter), new Holder("them:1", 300), PLACE, now(), now());
		assertSleepsFor(waiter, Duration.ofMillis(300));
	}

	@Test
	void sleepsNoLongerThanHalfOfTheGrant() {
		assertSleepsFor(queued("a", K.withTtl(Duration.ofMillis(300))), Duration.ofMillis(150));
	}

	@Test
	void sleepsNoLongerThanItsOwnDeadline() {
		assertSleepsFor(queued("a", K.withWaitTime(Duration.ofMillis(100))), Duration.ofMillis(100));
	}

	@Test
	void waiterWithoutSubscriptionSleepsForTheBackoff() {
		this.callbacks.subscribed = false;
		assertSleepsFor(queued("a"), RecordedCallbacks.BACKOFF);
	}

	@Test
	void asksAgainUnderTheSameToken() {
		TestWaiter waiter = ask("a");
		Attempt first = attempt(waiter);
		this.lane.foundHolder(first, THEM, PLACE, now(), now());
		pass(SLEEP);
		Attempt again = attempt(waiter);
		assertThat(again.token()).isEqualTo(first.token());
		assertThat(again.scripted()).isTrue();
		this.lane.foundHolder(again, THEM, PLACE, now(), now());
		assertSleepsFor(waiter, SLEEP);
		assertThat(this.callbacks.swept).isEmpty();
	}

	@Test
	void waiterThatTimesOutLeavesTheQueue() {
		TestWaiter waiter = queued("a", K.withWaitTime(Duration.ofSeconds(3)));
		pass(Duration.ofSeconds(3));
		assertThat(next(waiter)).isSameAs(AcquireStep.SETTLED);
		assertBusy(waiter);
		assertLeft();
	}

	@Test
	void fullQueueIsAskedAgainAfterTheBackoffUnderANewToken() {
		TestWaiter waiter = ask("a");
		Attempt first = attempt(waiter);
		this.lane.foundHolder(first, THEM, null, now(), now());
		assertSleepsFor(waiter, RecordedCallbacks.BACKOFF);
		pass(RecordedCallbacks.BACKOFF);
		assertThat(attempt(waiter).token()).isNotEqualTo(first.token());
	}

	@Test
	void leftoverTokenOfThisInstanceIsSwept() { // rule D (unconfirmed tokens)
		TestWaiter waiter = ask("a");
		this.lane.foundHolder(attempt(waiter), new Holder("us:0", 20_000), PLACE, now(), now());
		assertThat(this.callbacks.swept).containsExactly(new Release("k", "us:0", 0));
	}

	@Test
	void tokenOfAClaimIsALeftoverOnlyIfItIsNamedTwice() { // rule D (unconfirmed tokens)
		Lane claim = new Lane("k", new Claim(LockType.FAIR, GRANT.toMillis(), false, 0), this.callbacks);
		TestWaiter waiter = new TestWaiter("a", K.withType(LockType.FAIR).withWaitTime(Duration.ofMinutes(5)), now());
		claim.ask(waiter, now());
		Attempt first = (Attempt) claim.next(waiter, now());
		claim.foundHolder(first, new Holder("us:0", 20_000), PLACE, now(), now());
		assertThat(this.callbacks.swept).as("its owner may have released it meanwhile").isEmpty();
		pass(SLEEP);
		claim.foundHolder((Attempt) claim.next(waiter, now()), new Holder("us:0", 15_000), PLACE, now(), now());
		assertThat(this.callbacks.swept).containsExactly(new Release("k", "us:0", 0));
	}

	// --- granted

	@Test
	void grantWakesTheHeadAndNeedsNoCommand() {
		TestWaiter waiter = queued("a");
		TestWaiter second = ask("b");
		waiter.signaled();
		assertThat(this.lane.granted("us:1", TICKET)).isTrue();
		assertThat(waiter.signaled()).isTrue();
		assertThat(second.signaled()).isFalse();
		assertTakes(waiter);
		assertThat(this.callbacks.swept).isEmpty();
		assertThat(this.callbacks.events).containsExactly("granted us:1");
	}

	@Test
	void grantCountsFromBeforeItJoinedTheQueue() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(MOMENT);
		this.lane.foundHolder(attempt, THEM, PLACE, sentAt, now());
		pass(Duration.ofSeconds(4));
		this.lane.granted(attempt.token(), TICKET);
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, GRANT));
	}

	@Test
	void grantedLeaseIsRenewedAtOnceToItsFullTtl() {
		TestWaiter waiter = queued("a", K.withTtl(Duration.ofMinutes(5)));
		pass(SLEEP.minusMillis(1));
		this.lane.granted("us:1", TICKET);
		AcquireStep.Prolongation step = (next(waiter) instanceof AcquireStep.Prolongation prolongation) ? prolongation
				: null;
		assertThat(step).as("the grant is long enough to start").isNull();
		assertThat(hold(waiter).lease().ttl()).isEqualTo(Duration.ofMinutes(5).toNanos());
		assertThat(hold(waiter).nextCheck()).isLessThan(now() + GRANT.dividedBy(2).toNanos());
	}

	@Test
	void grantForAFixedTtlIsProlongedFirst() {
		TestWaiter waiter = queued("a", K.withRenew(false));
		this.lane.granted("us:1", TICKET);
		assertThat(prolongation(waiter).ttl()).isEqualTo(TTL.toNanos());
	}

	@Test
	void grantBeforeTheReplyToTheFirstJoinCounts() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(MOMENT);
		assertThat(this.lane.granted(attempt.token(), TICKET)).isTrue();
		assertThat(next(waiter)).isInstanceOf(AcquireStep.Sleep.class);
		this.lane.foundHolder(attempt, THEM, PLACE, sentAt, now());
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, GRANT));
	}

	@Test
	void grantBeforeTheReplyToARepeatedCommandCounts() {
		TestWaiter waiter = queued("a");
		pass(SLEEP);
		Attempt again = attempt(waiter);
		long sentAt = now();
		pass(MOMENT);
		assertThat(this.lane.granted(again.token(), TICKET)).isTrue();
		this.lane.foundHolder(again, THEM, PLACE, sentAt, now());
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, GRANT));
	}

	@Test
	void repeatedCommandThatFindsTheGrantGetsTheFullTtl() {
		TestWaiter waiter = queued("a");
		pass(SLEEP);
		Attempt again = attempt(waiter);
		long sentAt = now();
		this.lane.granted(again.token(), TICKET);
		this.lane.acquired(again, sentAt);
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, TTL));
	}

	@Test
	void grantMessageAfterTheReplyHasNoEffect() {
		TestWaiter waiter = queued("a");
		pass(SLEEP);
		Attempt again = attempt(waiter);
		this.lane.acquired(again, now());
		assertThat(this.lane.granted(again.token(), TICKET)).as("while it is offered").isTrue();
		assertTakes(waiter);
		long deadline = hold(waiter).deadline();
		assertThat(this.lane.granted(again.token(), TICKET)).as("while it is held").isTrue();
		assertThat(hold(waiter).deadline()).isEqualTo(deadline);
		assertThat(this.callbacks.swept).isEmpty();
	}

	@Test
	void grantOfAnotherTokenIsReleased() {
		TestWaiter waiter = queued("a");
		assertThat(this.lane.granted("us:0", TICKET)).isFalse();
		assertSleepsFor(waiter, FIRST_SLEEP);
	}

	@Test
	void grantThatHasExpiredIsSwept() {
		TestWaiter waiter = queued("a");
		pass(GRANT);
		this.lane.granted("us:1", TICKET);
		assertThat(attempt(waiter).token()).isNotEqualTo("us:1");
		assertThat(this.callbacks.swept).containsExactly(new Release("k", "us:1", 0));
	}

	@Test
	void grantWithoutAWaiterIsReleased() {
		abandon(queued("a"));
		assertLeft();
		assertThat(this.lane.granted("us:1", TICKET)).isFalse();
	}

	@Test
	void grantWithoutAWaiterWhileTheJoinIsInFlightIsSwept() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		abandon(waiter);
		this.lane.granted(attempt.token(), TICKET);
		assertThat(this.callbacks.dead).isZero();
		this.lane.foundHolder(attempt, THEM, PLACE, now(), now());
		assertLeft();
	}

	@Test
	void grantedLeaseIsHandedOnWithinItsOwnBounds() {
		this.callbacks.handOff = new HandOffSettings(10, Duration.ofMillis(20), Duration.ZERO);
		TestWaiter first = queued("a");
		TestWaiter second = ask("b");
		pass(Duration.ofSeconds(2));
		this.lane.granted("us:1", TICKET);
		assertTakes(first);
		assertHandedOn(first, second);
	}

	// --- waiters that leave

	@Test
	void nextWaiterKeepsTheTokenAfterTheHeadGivesUp() {
		TestWaiter first = queued("a");
		TestWaiter second = ask("b", K.withTtl(TTL.multipliedBy(2)));
		second.signaled();
		abandon(first);
		assertThat(second.signaled()).isTrue();
		assertSleepsFor(second, FIRST_SLEEP);
		pass(FIRST_SLEEP);
		Attempt again = attempt(second);
		assertThat(again.token()).isEqualTo("us:1");
		assertThat(again.ttl()).isEqualTo(TTL.multipliedBy(2).toNanos());
		assertThat(this.callbacks.swept).isEmpty();
	}

	@Test
	void grantGoesToTheNextWaiterAfterTheHeadGivesUp() {
		TestWaiter first = queued("a");
		TestWaiter second = ask("b");
		abandon(first);
		this.lane.granted("us:1", TICKET);
		assertTakes(second);
	}

	@Test
	void tokenLeavesTheQueueWithTheLastWaiter() {
		TestWaiter first = queued("a");
		TestWaiter second = ask("b");
		abandon(second);
		assertThat(this.callbacks.swept).isEmpty();
		abandon(first);
		assertLeft();
	}

	@Test
	void tokenOfTheLastWaiterLeavesTheQueueAfterTheReplyInFlight() {
		TestWaiter waiter = queued("a");
		pass(SLEEP);
		Attempt again = attempt(waiter);
		abandon(waiter);
		assertThat(this.callbacks.swept).isEmpty();
		this.lane.foundHolder(again, THEM, PLACE, now(), now());
		assertLeft();
	}

	@Test
	void shutdownLeavesTheQueue() {
		queued("a");
		this.lane.refuseAll();
		assertLeft();
	}

	@Test
	void callerThatTriesOnceWhileOthersQueueIsRefusedWithoutACommand() {
		queued("a");
		assertBusy(ask("b", K.withWaitTime(Duration.ZERO)));
	}

	// --- asking again fails

	@Test
	void failedRepeatKeepsThePlace() {
		TestWaiter waiter = queued("a");
		long queuedAt = now();
		pass(SLEEP);
		this.lane.failed(attempt(waiter), failure(Outcome.UNKNOWN), now());
		assertSleepsFor(waiter, RecordedCallbacks.BACKOFF);
		assertThat(this.callbacks.sweptLate).isEmpty();
		assertThat(this.lane.granted("us:1", TICKET)).isTrue();
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(queuedAt, GRANT));
		assertThat(hold(waiter).lease().sent().unconfirmed()).isTrue();
	}

	@Test
	void failedRepeatDoesNotMakeTheGrantLonger() {
		Duration brief = Duration.ofSeconds(4);
		TestWaiter first = queued("a", K.withTtl(brief));
		long queuedAt = now();
		TestWaiter second = ask("b");
		abandon(first);
		pass(brief.dividedBy(2));
		this.lane.failed(attempt(second), failure(Outcome.NOT_APPLIED), now());
		this.lane.granted("us:1", TICKET);
		assertThat(prolongation(second).lease().deadline()).isEqualTo(validUntil(queuedAt, brief));
	}

	// rule D (unconfirmed tokens)
	@Test
	void ttlOfACommandWithoutReplyCountsForTheSweep() {
		Duration brief = Duration.ofSeconds(4);
		TestWaiter first = queued("a", K.withTtl(brief));
		TestWaiter second = ask("b");
		TestWaiter third = ask("c", K.withTtl(brief));
		abandon(first);
		this.lane.retry();
		this.lane.failed(attempt(second), failure(Outcome.UNKNOWN), now());
		abandon(second);
		this.lane.granted("us:1", TICKET);
		assertTakes(third);
		assertThat(hold(third).lease().ttl()).isEqualTo(brief.toNanos());
		assertThat(hold(third).lease().sent().longestTtl()).isEqualTo(TTL.toNanos());
	}

	@Test
	void failedRepeatMayHaveMadeTheGrantShorter() {
		Duration brief = Duration.ofSeconds(4);
		TestWaiter first = queued("a");
		long queuedAt = now();
		TestWaiter second = ask("b", K.withTtl(brief));
		abandon(first);
		this.lane.retry();
		this.lane.failed(attempt(second), failure(Outcome.UNKNOWN), now());
		this.lane.granted("us:1", TICKET);
		assertTakes(second);
		assertThat(hold(second).lease().deadline()).isEqualTo(validUntil(queuedAt, brief));
	}

	@Test
	void failureOfTheFirstJoinIsSwept() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		this.lane.granted(attempt.token(), TICKET);
		this.lane.failed(attempt, failure(Outcome.UNKNOWN), now());
		assertThat(this.callbacks.sweptLate).containsExactly(new Release("k", attempt.token(), 0));
		pass(RecordedCallbacks.BACKOFF);
		assertThat(attempt(waiter).token()).isNotEqualTo(attempt.token());
	}

	// --- a place that was lost

	@Test
	void tokenThatLostItsPlaceIsNotUsedAgain() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		assertThat(again.queued()).isTrue();
		this.lane.foundHolder(again, new Holder("them:1", 20_000), null, now(), now());
		Attempt next = attempt(waiter);
		assertThat(next.token()).isNotEqualTo("us:1");
		this.lane.foundHolder(next, new Holder("them:1", -1), PLACE, now(), now());
		assertThat(this.lane.granted("us:1", TICKET)).as("of the earlier place").isFalse();
		assertSleepsFor(waiter, FIRST_SLEEP);
	}

	// --- tickets

	/** Otherwise an old message would count for the current place. */
	@Test
	void grantWithAnOldTicketTriggersACommand() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		this.lane.foundHolder(attempt(waiter), THEM, new QueuePlace(TICKET + 1, true), now(), now());
		assertThat(this.lane.granted("us:1", TICKET)).isTrue();
		assertThat(attempt(waiter).token()).as("it asks at once").isEqualTo("us:1");
		assertThat(waiter.hold()).isNull();
	}

	@Test
	void grantOfAnOlderVersionTriggersACommand() {
		TestWaiter waiter = queued("a");
		assertThat(this.lane.granted("us:1", 0)).isTrue();
		this.lane.acquired(attempt(waiter), now());
		assertTakes(waiter);
	}

	@Test
	void grantOfAnOlderVersionBeforeTheReplyTriggersOneMoreCommand() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		this.lane.granted(attempt.token(), 0);
		this.lane.foundHolder(attempt, THEM, PLACE, now(), now());
		assertThat(attempt(waiter).token()).isEqualTo(attempt.token());
	}

	@Test
	void grantWithAnotherTicketBeforeTheReplyTriggersOneMoreCommand() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		this.lane.granted("us:1", TICKET);
		this.lane.foundHolder(again, THEM, new QueuePlace(TICKET + 1, true), now(), now());
		Attempt onceMore = attempt(waiter);
		assertThat(onceMore.token()).isEqualTo("us:1");
		this.lane.foundHolder(onceMore, THEM, new QueuePlace(TICKET + 2, true), now(), now());
		assertThat(next(waiter)).as("only once").isInstanceOf(AcquireStep.Sleep.class);
	}

	@Test
	void grantWithTheLastTicketCountsAfterAFailedRepeat() {
		TestWaiter waiter = queued("a");
		long queuedAt = now();
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		this.lane.granted("us:1", TICKET);
		this.lane.failed(again, failure(Outcome.UNKNOWN), now());
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(queuedAt, GRANT));
	}

	@Test
	void grantWithAnUnknownTicketDoesNotCountAfterAFailedRepeat() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		this.lane.granted("us:1", TICKET + 1);
		this.lane.failed(again, failure(Outcome.UNKNOWN), now());
		assertSleepsFor(waiter, RecordedCallbacks.BACKOFF);
	}

	// --- signs that wake-ups do not arrive

	@Test
	void grantWithoutAMessageIsASign() {
		TestWaiter waiter = askedAgain("a");
		pass(SLEEP);
		this.lane.acquired(attempt(waiter), now());
		assertThat(this.callbacks.signs).containsExactly(MissedWakeUpSign.NO_MESSAGE);
	}

	/**
	 * No message is sent when the key of a dead holder expires, or a minimum hold ends.
	 */
	@Test
	void expiredKeyIsNoSign() {
		TestWaiter waiter = askedAgain("a");
		pass(Duration.ofMillis(THEM.remainingMillis()));
		this.lane.acquired(attempt(waiter), now());
		assertThat(this.callbacks.signs).isEmpty();
	}

	@Test
	void grantWithAMessageBeforeTheReplyIsNoSign() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		this.lane.granted("us:1", TICKET);
		this.lane.acquired(again, now());
		assertThat(this.callbacks.signs).isEmpty();
	}

	@Test
	void lostPlaceWithoutAGrantIsASign() {
		TestWaiter waiter = askedAgain("a");
		pass(SLEEP);
		this.lane.foundHolder(attempt(waiter), THEM, null, now(), now());
		assertThat(this.callbacks.signs).containsExactly(MissedWakeUpSign.NO_MESSAGE);
	}

	@Test
	void placeWithoutASubscriberIsASign() {
		TestWaiter waiter = ask("a");
		this.lane.foundHolder(attempt(waiter), THEM, new QueuePlace(TICKET, false), now(), now());
		assertThat(this.callbacks.signs).containsExactly(MissedWakeUpSign.NOT_COUNTED);
	}

	@Test
	void uncontendedKeyIsNoSign() {
		held("a");
		assertThat(this.callbacks.signs).isEmpty();
	}

	// --- wake-ups may have been lost

	@Test
	void newSubscriptionTriggersACommandAtOnce() {
		TestWaiter waiter = queued("a");
		waiter.signaled();
		this.lane.retry();
		assertThat(waiter.signaled()).isTrue();
		assertThat(attempt(waiter).token()).isEqualTo("us:1");
	}

	@Test
	void newSubscriptionDuringACommandTriggersOneMoreCommand() { // rule I (lost wake-ups)
		this.callbacks.subscribed = false;
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		assertThat(this.lane.queueRequest(attempt)).isNotNull().extracting(QueueRequest::subscribed).isEqualTo(false);
		this.callbacks.subscribed = true;
		this.lane.retry();
		this.lane.foundHolder(attempt, THEM, PLACE, now(), now());
		assertThat(attempt(waiter).token()).as("it asks again, now as a subscriber").isEqualTo(attempt.token());
	}

	// --- giving way

	@Test
	void laneThatGivesWayQueuesUnderItsNextToken() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		long sentAt = now();
		pass(MOMENT);
		gaveWay(first, way, new GiveWayReply(ReleaseReply.RELEASED, PLACE), sentAt);
		assertSleepsFor(second, FIRST_SLEEP);
		assertThat(this.lane.granted(way.next().token(), TICKET)).isTrue();
		assertTakes(second);
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, GRANT));
		assertThat(this.callbacks.losses).isEmpty();
		assertThat(this.callbacks.swept).isEmpty();
	}

	@Test
	void grantBeforeTheReplyToGivingWayCounts() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		long sentAt = now();
		pass(MOMENT);
		assertThat(this.lane.granted(way.next().token(), TICKET)).isTrue();
		assertThat(next(second)).isInstanceOf(AcquireStep.Sleep.class);
		gaveWay(first, way, new GiveWayReply(ReleaseReply.RELEASED, PLACE), sentAt);
		assertTakes(second);
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, GRANT));
	}

	@Test
	void laneThatGivesWayToNoInstanceContendsAtOnce() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		gaveWay(first, way, GiveWayReply.over(ReleaseReply.RELEASED), now());
		Attempt next = attempt(second);
		assertThat(next.scripted()).isFalse();
		assertThat(next.token()).isNotEqualTo(way.next().token());
		assertThat(this.callbacks.swept).isEmpty();
		assertThat(this.callbacks.sweptLate).isEmpty();
	}

	/**
	 * Other instances ask at intervals. Without the sleep they would find the key taken.
	 */
	@Test
	void givingWayOnAStoreWithoutQueueLetsOthersAskFirst() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		gaveWay(first, giveWay(first), new GiveWayReply(ReleaseReply.RELEASED, null, true), now());
		assertSleepsFor(second, RecordedCallbacks.BACKOFF.multipliedBy(2));
		pass(RecordedCallbacks.BACKOFF.multipliedBy(2));
		attempt(second);
	}

	@Test
	void callerWithShortWaitTimeDoesNotYieldToOthers() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b", K.withWaitTime(RecordedCallbacks.BACKOFF.multipliedBy(3)));
		gaveWay(first, giveWay(first), new GiveWayReply(ReleaseReply.RELEASED, null, true), now());
		attempt(second);
	}

	@Test
	void laneThatGivesWayLeavesTheQueueIfNoWaiterIsLeft() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		abandon(second);
		gaveWay(first, way, new GiveWayReply(ReleaseReply.RELEASED, PLACE), now());
		assertThat(this.callbacks.swept).containsExactly(new Release("k", way.next().token(), 0));
		assertThat(this.callbacks.dead).isOne();
	}

	/** Otherwise its place stays in the queue without a waiter. */
	@Test
	void callerThatTriesOnceWhileTheLaneGivesWayIsRefused() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		abandon(second);
		TestWaiter once = ask("c", K.withWaitTime(Duration.ZERO));
		gaveWay(first, way, new GiveWayReply(ReleaseReply.RELEASED, PLACE), now());
		assertBusy(once);
		assertThat(this.callbacks.swept).containsExactly(new Release("k", way.next().token(), 0));
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void failureToGiveWayRefusesACallerThatTriesOnce() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		abandon(second);
		TestWaiter once = ask("c", K.withWaitTime(Duration.ZERO));
		gaveWay(first, way, GiveWayReply.over(ReleaseReply.FAILED), now());
		assertThat(once.refusal()).isInstanceOf(LockServerException.class);
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void callerThatTriesOnceLeavesTheQueue() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		TestWaiter once = TestWaiter.tryingOnce("b", now());
		this.lane.foundHolder(again.repeatedFor(once), THEM, null, now(), now());
		assertThat(this.callbacks.swept).containsExactly(new Release("k", "us:1", 0));
	}

	@Test
	void failureToGiveWayIsRepeatedAndThePlaceSwept() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		this.lane.granted(way.next().token(), TICKET);
		gaveWay(first, way, GiveWayReply.over(ReleaseReply.FAILED), now());
		assertThat(this.callbacks.swept).containsExactly(way.release());
		assertThat(this.callbacks.sweptLate).containsExactly(new Release("k", way.next().token(), 0));
		assertThat(attempt(second).token()).isNotEqualTo(way.next().token());
		assertThat(this.callbacks.losses).isEmpty();
	}

	/** Otherwise the token is swept, and with it the lease that stays here. */
	@Test
	void lateGrantMessageWhileTheLaneGivesWayIsIgnored() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		assertThat(this.lane.granted(way.release().token(), TICKET)).isTrue();
		gaveWay(first, way, GiveWayReply.KEPT, now());
		assertTakes(second);
		assertThat(this.callbacks.swept).isEmpty();
	}

	@Test
	void givingWayWithALeaseThatIsNotOursIsALoss() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		gaveWay(first, giveWay(first), GiveWayReply.over(ReleaseReply.NOT_MINE), now());
		assertThat(this.callbacks.losses).containsExactly(LockLostException.Reason.NOT_OURS);
		attempt(second);
	}

	// rule D (unconfirmed tokens) and rule F (replayed releases)
	@Test
	void givingWayDuringAReconnectIsNoLossAndThePlaceIsSwept() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		this.lane.gaveWay(hold(first), way, GiveWayReply.over(ReleaseReply.NOT_MINE), true, now(), now());
		assertThat(this.callbacks.losses).isEmpty();
		assertThat(this.callbacks.sweptLate).containsExactly(new Release("k", way.next().token(), 0));
		attempt(second);
	}

	// --- steps

	/** Returns a waiter that knows the holder's remaining ttl. */
	private TestWaiter askedAgain(String owner) {
		TestWaiter waiter = ask(owner);
		this.lane.foundHolder(attempt(waiter), new Holder("them:1", 20_000), PLACE, now(), now());
		return waiter;
	}

	private TestWaiter queued(String owner) {
		return queued(owner, K.withWaitTime(Duration.ofMinutes(5)));
	}

	/** Returns the first waiter of the lane, whose token is {@code us:1}. */
	private TestWaiter queued(String owner, LockRequest request) {
		TestWaiter waiter = ask(owner, request);
		Attempt attempt = attempt(waiter);
		assertThat(attempt.token()).isEqualTo("us:1");
		this.lane.foundHolder(attempt, new Holder("them:1", -1), PLACE, now(), now());
		return waiter;
	}

	private void gaveWay(TestWaiter holder, ReleaseStep.GiveWay way, GiveWayReply reply, long sentAt) {
		this.lane.gaveWay(hold(holder), way, reply, false, sentAt, now());
	}

	private void assertLeft() {
		assertThat(this.callbacks.swept).containsExactly(new Release("k", "us:1", 0));
		assertThat(this.callbacks.dead).isOne();
	}

}
