package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import io.lockstarter.store.Holder;
import io.lockstarter.store.Release;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The lane's token stands in the queue of instances until it is granted, or leaves. */
class QueueTests extends AbstractLaneTests {

	private static final Duration SLEEP = RecordedEffects.LONGEST_SLEEP;

	private static final Duration FIRST_SLEEP = Duration.ofMillis(200);

	/** For how long the lock is granted to one who waits. */
	private static final Duration GRANT = SLEEP.multipliedBy(5);

	private static final Duration MOMENT = Duration.ofMillis(100);

	private static final long TICKET = 7;

	private static final QueuePlace PLACE = new QueuePlace(TICKET, true);

	@BeforeEach
	void subscribed() {
		this.effects.hears = true;
	}

	// --- standing there

	@Test
	void grantIsShorterThanTheTtlAndLongerThanTwoSleeps() {
		Attempt attempt = attempt(ask("a"));
		assertThat(this.lane.waitOf(attempt)).isEqualTo(new Wait(GRANT.toMillis(), 3 * SLEEP.toMillis(), false, true));
	}

	@Test
	void grantIsNoLongerThanTheTtl() {
		Attempt attempt = attempt(ask("a", K.withTtl(Duration.ofSeconds(2))));
		assertThat(this.lane.waitOf(attempt)).isEqualTo(new Wait(2000, 3 * SLEEP.toMillis(), false, true));
	}

	@Test
	void whoHearsNothingSaysSo() {
		this.effects.hears = false;
		Attempt attempt = attempt(ask("a"));
		assertThat(this.lane.waitOf(attempt)).isEqualTo(new Wait(GRANT.toMillis(), 3 * SLEEP.toMillis(), false, false));
	}

	@Test
	void whoTriesOnceDoesNotQueue() {
		assertThat(this.lane.waitOf(attempt(ask("a", K.withWaitTime(Duration.ZERO))))).isNull();
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
		this.lane.heldBy(attempt(waiter), new Holder("them:1", 300), PLACE, now(), now());
		assertSleepsFor(waiter, Duration.ofMillis(300));
	}

	@Test
	void sleepsNoLongerThanHalfOfWhatWouldBeGranted() {
		assertSleepsFor(queued("a", K.withTtl(Duration.ofMillis(300))), Duration.ofMillis(150));
	}

	@Test
	void sleepsNoLongerThanItsOwnDeadline() {
		assertSleepsFor(queued("a", K.withWaitTime(Duration.ofMillis(100))), Duration.ofMillis(100));
	}

	@Test
	void whoHearsNothingSleepsForTheBackoff() {
		this.effects.hears = false;
		assertSleepsFor(queued("a"), RecordedEffects.BACKOFF);
	}

	@Test
	void asksAgainUnderTheSameToken() {
		TestWaiter waiter = ask("a");
		Attempt first = attempt(waiter);
		this.lane.heldBy(first, THEM, PLACE, now(), now());
		pass(SLEEP);
		Attempt again = attempt(waiter);
		assertThat(again.token()).isEqualTo(first.token());
		assertThat(again.scripted()).isTrue();
		this.lane.heldBy(again, THEM, PLACE, now(), now());
		assertSleepsFor(waiter, SLEEP);
		assertThat(this.effects.swept).isEmpty();
	}

	@Test
	void whoseTurnDidNotComeInTimeIsRefusedAndLeaves() {
		TestWaiter waiter = queued("a", K.withWaitTime(Duration.ofSeconds(3)));
		pass(Duration.ofSeconds(3));
		assertThat(next(waiter)).isSameAs(Step.SETTLED);
		assertBusy(waiter);
		assertLeft();
	}

	@Test
	void queueThatIsFullIsAskedAgainAfterTheBackoffUnderANewToken() {
		TestWaiter waiter = ask("a");
		Attempt first = attempt(waiter);
		this.lane.heldBy(first, THEM, null, now(), now());
		assertSleepsFor(waiter, RecordedEffects.BACKOFF);
		pass(RecordedEffects.BACKOFF);
		assertThat(attempt(waiter).token()).isNotEqualTo(first.token());
	}

	@Test
	void leftoverOfOursThatIsInTheWayIsSwept() { // rule D
		TestWaiter waiter = ask("a");
		this.lane.heldBy(attempt(waiter), new Holder("us:0", 20_000), PLACE, now(), now());
		assertThat(this.effects.swept).containsExactly(new Release("k", "us:0", 0));
	}

	// --- granted

	@Test
	void grantWakesTheHeadWhoTakesItWithoutACommand() {
		TestWaiter waiter = queued("a");
		TestWaiter second = ask("b");
		waiter.signalled();
		assertThat(this.lane.granted("us:1", TICKET)).isTrue();
		assertThat(waiter.signalled()).isTrue();
		assertThat(second.signalled()).isFalse();
		assertTakes(waiter);
		assertThat(this.effects.swept).isEmpty();
	}

	@Test
	void grantCountsFromBeforeItStoodInTheQueue() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(MOMENT);
		this.lane.heldBy(attempt, THEM, PLACE, sentAt, now());
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
		Step.Prolongation step = (next(waiter) instanceof Step.Prolongation prolongation) ? prolongation : null;
		assertThat(step).as("what was granted is enough to begin with").isNull();
		assertThat(hold(waiter).lease().ttl()).isEqualTo(Duration.ofMinutes(5).toNanos());
		assertThat(hold(waiter).nextLook()).isLessThan(now() + GRANT.dividedBy(2).toNanos());
	}

	@Test
	void grantForAFixedTtlIsProlongedFirst() {
		TestWaiter waiter = queued("a", K.withRenew(false));
		this.lane.granted("us:1", TICKET);
		assertThat(prolongation(waiter).ttl()).isEqualTo(TTL.toNanos());
	}

	@Test
	void grantThatComesBeforeTheReplyToTheFirstJoin() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(MOMENT);
		assertThat(this.lane.granted(attempt.token(), TICKET)).isTrue();
		assertThat(next(waiter)).isInstanceOf(Step.Sleep.class);
		this.lane.heldBy(attempt, THEM, PLACE, sentAt, now());
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, GRANT));
	}

	@Test
	void grantThatComesBeforeTheReplyOfOneWhoAsksAgain() {
		TestWaiter waiter = queued("a");
		pass(SLEEP);
		Attempt again = attempt(waiter);
		long sentAt = now();
		pass(MOMENT);
		assertThat(this.lane.granted(again.token(), TICKET)).isTrue();
		this.lane.heldBy(again, THEM, PLACE, sentAt, now());
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, GRANT));
	}

	@Test
	void whoAsksAgainAndHasItHasTheFullTtl() {
		TestWaiter waiter = queued("a");
		pass(SLEEP);
		Attempt again = attempt(waiter);
		long sentAt = now();
		this.lane.granted(again.token(), TICKET);
		this.lane.won(again, sentAt);
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, TTL));
	}

	@Test
	void grantThatIsHeardAfterItWasLearnedByAskingChangesNothing() {
		TestWaiter waiter = queued("a");
		pass(SLEEP);
		Attempt again = attempt(waiter);
		this.lane.won(again, now());
		assertThat(this.lane.granted(again.token(), TICKET)).as("while it is offered").isTrue();
		assertTakes(waiter);
		long deadline = hold(waiter).deadline();
		assertThat(this.lane.granted(again.token(), TICKET)).as("while it is held").isTrue();
		assertThat(hold(waiter).deadline()).isEqualTo(deadline);
		assertThat(this.effects.swept).isEmpty();
	}

	@Test
	void grantOfAnotherTokenIsGivenBack() {
		TestWaiter waiter = queued("a");
		assertThat(this.lane.granted("us:0", TICKET)).isFalse();
		assertSleepsFor(waiter, FIRST_SLEEP);
	}

	@Test
	void grantThatComesAfterItsTimeIsSwept() {
		TestWaiter waiter = queued("a");
		pass(GRANT);
		this.lane.granted("us:1", TICKET);
		assertThat(attempt(waiter).token()).isNotEqualTo("us:1");
		assertThat(this.effects.swept).containsExactly(new Release("k", "us:1", 0));
	}

	@Test
	void grantThatComesWhenEverybodyHasLeftIsOfNoUse() {
		abandon(queued("a"));
		assertLeft();
		assertThat(this.lane.granted("us:1", TICKET)).isFalse();
	}

	@Test
	void grantThatComesWhileNobodyIsLeftAndTheJoinIsInFlightIsSwept() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		abandon(waiter);
		this.lane.granted(attempt.token(), TICKET);
		assertThat(this.effects.dead).isZero();
		this.lane.heldBy(attempt, THEM, PLACE, now(), now());
		assertLeft();
	}

	@Test
	void grantedLeaseIsHandedOnWithinItsOwnBounds() {
		this.effects.handOff = new HandOffSettings(10, Duration.ofMillis(20));
		TestWaiter first = queued("a");
		TestWaiter second = ask("b");
		pass(Duration.ofSeconds(2));
		this.lane.granted("us:1", TICKET);
		assertTakes(first);
		assertHandedOn(first, second);
	}

	// --- who stands there

	@Test
	void whenTheHeadLeavesTheNextAsksAgainUnderTheSameToken() {
		TestWaiter first = queued("a");
		TestWaiter second = ask("b", K.withTtl(TTL.multipliedBy(2)));
		second.signalled();
		abandon(first);
		assertThat(second.signalled()).isTrue();
		assertSleepsFor(second, FIRST_SLEEP);
		pass(FIRST_SLEEP);
		Attempt again = attempt(second);
		assertThat(again.token()).isEqualTo("us:1");
		assertThat(again.ttl()).isEqualTo(TTL.multipliedBy(2).toNanos());
		assertThat(this.effects.swept).isEmpty();
	}

	@Test
	void whenTheHeadLeavesTheGrantGoesToTheNext() {
		TestWaiter first = queued("a");
		TestWaiter second = ask("b");
		abandon(first);
		this.lane.granted("us:1", TICKET);
		assertTakes(second);
	}

	@Test
	void whenTheLastLeavesSoDoesTheToken() {
		TestWaiter first = queued("a");
		TestWaiter second = ask("b");
		abandon(second);
		assertThat(this.effects.swept).isEmpty();
		abandon(first);
		assertLeft();
	}

	@Test
	void whenTheLastLeavesWhileItAsksAgainTheTokenLeavesAfterTheReply() {
		TestWaiter waiter = queued("a");
		pass(SLEEP);
		Attempt again = attempt(waiter);
		abandon(waiter);
		assertThat(this.effects.swept).isEmpty();
		this.lane.heldBy(again, THEM, PLACE, now(), now());
		assertLeft();
	}

	@Test
	void shutdownLeaves() {
		queued("a");
		this.lane.refuseAll();
		assertLeft();
	}

	@Test
	void whoTriesOnceWhileOthersQueueIsRefusedWithoutACommand() {
		queued("a");
		assertBusy(ask("b", K.withWaitTime(Duration.ZERO)));
	}

	// --- asking again fails

	@Test
	void failureToAskAgainKeepsThePlace() {
		TestWaiter waiter = queued("a");
		long queuedAt = now();
		pass(SLEEP);
		this.lane.failed(attempt(waiter), failure(Outcome.UNKNOWN), now());
		assertSleepsFor(waiter, RecordedEffects.BACKOFF);
		assertThat(this.effects.sweptLate).isEmpty();
		assertThat(this.lane.granted("us:1", TICKET)).isTrue();
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(queuedAt, GRANT));
		assertThat(hold(waiter).lease().doubtful()).isTrue();
	}

	@Test
	void failureToAskAgainDoesNotLengthenWhatIsGranted() {
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

	@Test
	void whatWasAskedForWithoutAnAnswerCountsWhereItIsSwept() { // rule D
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
		assertThat(hold(third).lease().longestTtl()).isEqualTo(TTL.toNanos());
	}

	@Test
	void failureToAskAgainMayHaveShortenedWhatIsGranted() {
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
		assertThat(this.effects.sweptLate).containsExactly(new Release("k", attempt.token(), 0));
		pass(RecordedEffects.BACKOFF);
		assertThat(attempt(waiter).token()).isNotEqualTo(attempt.token());
	}

	// --- a place that was granted and is over

	@Test
	void tokenThatStandsThereNoMoreIsNotUsedAgain() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		assertThat(again.queued()).isTrue();
		this.lane.heldBy(again, new Holder("them:1", 20_000), null, now(), now());
		Attempt next = attempt(waiter);
		assertThat(next.token()).isNotEqualTo("us:1");
		this.lane.heldBy(next, new Holder("them:1", -1), PLACE, now(), now());
		assertThat(this.lane.granted("us:1", TICKET)).as("that of the earlier place").isFalse();
		assertSleepsFor(waiter, FIRST_SLEEP);
	}

	// --- tickets

	/** Else a message that was sent long ago would count for a place of now. */
	@Test
	void grantWithTheTicketOfAnEarlierReplyMakesItAsk() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		this.lane.heldBy(attempt(waiter), THEM, new QueuePlace(TICKET + 1, true), now(), now());
		assertThat(this.lane.granted("us:1", TICKET)).isTrue();
		assertThat(attempt(waiter).token()).as("it asks at once").isEqualTo("us:1");
		assertThat(waiter.hold()).isNull();
	}

	@Test
	void grantOfAnOlderVersionMakesItAsk() {
		TestWaiter waiter = queued("a");
		assertThat(this.lane.granted("us:1", 0)).isTrue();
		this.lane.won(attempt(waiter), now());
		assertTakes(waiter);
	}

	@Test
	void grantOfAnOlderVersionThatComesBeforeTheReplyMakesItAskOnceMore() {
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		this.lane.granted(attempt.token(), 0);
		this.lane.heldBy(attempt, THEM, PLACE, now(), now());
		assertThat(attempt(waiter).token()).isEqualTo(attempt.token());
	}

	@Test
	void grantWithAnotherTicketThatComesBeforeTheReplyMakesItAskOnceMore() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		this.lane.granted("us:1", TICKET);
		this.lane.heldBy(again, THEM, new QueuePlace(TICKET + 1, true), now(), now());
		Attempt onceMore = attempt(waiter);
		assertThat(onceMore.token()).isEqualTo("us:1");
		this.lane.heldBy(onceMore, THEM, new QueuePlace(TICKET + 2, true), now(), now());
		assertThat(next(waiter)).as("only once").isInstanceOf(Step.Sleep.class);
	}

	@Test
	void grantWithTheLastTicketCountsAlthoughTheNextRequestFailed() {
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
	void grantWithAnUnknownTicketDoesNotCountIfTheNextRequestFailed() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		this.lane.granted("us:1", TICKET + 1);
		this.lane.failed(again, failure(Outcome.UNKNOWN), now());
		assertSleepsFor(waiter, RecordedEffects.BACKOFF);
	}

	// --- signs that wake-ups do not arrive

	@Test
	void grantThatItLearnsOfByAskingIsASign() {
		TestWaiter waiter = askedAgain("a");
		pass(SLEEP);
		this.lane.won(attempt(waiter), now());
		assertThat(this.effects.signs).containsExactly(WakeUpSign.NO_MESSAGE);
	}

	/** Nobody sends a message when the holder is gone, or a minimum hold ends. */
	@Test
	void keyThatMayHaveExpiredIsNoSign() {
		TestWaiter waiter = askedAgain("a");
		pass(Duration.ofMillis(THEM.remainingMillis()));
		this.lane.won(attempt(waiter), now());
		assertThat(this.effects.signs).isEmpty();
	}

	@Test
	void grantWhoseMessageCameWhileItAskedIsNoSign() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		this.lane.granted("us:1", TICKET);
		this.lane.won(again, now());
		assertThat(this.effects.signs).isEmpty();
	}

	@Test
	void placeThatIsGoneWithoutAGrantIsASign() {
		TestWaiter waiter = askedAgain("a");
		pass(SLEEP);
		this.lane.heldBy(attempt(waiter), THEM, null, now(), now());
		assertThat(this.effects.signs).containsExactly(WakeUpSign.NO_MESSAGE);
	}

	@Test
	void placeWithoutASubscriberIsASign() {
		TestWaiter waiter = ask("a");
		this.lane.heldBy(attempt(waiter), THEM, new QueuePlace(TICKET, false), now(), now());
		assertThat(this.effects.signs).containsExactly(WakeUpSign.NOT_COUNTED);
	}

	@Test
	void keyThatIsWonAtOnceIsNoSign() {
		held("a");
		assertThat(this.effects.signs).isEmpty();
	}

	// --- wake-ups may have been lost

	@Test
	void subscribedAgainAsksAtOnce() {
		TestWaiter waiter = queued("a");
		waiter.signalled();
		this.lane.retry();
		assertThat(waiter.signalled()).isTrue();
		assertThat(attempt(waiter).token()).isEqualTo("us:1");
	}

	@Test
	void subscribedWhileAskingAsksOnceMore() { // rule I
		this.effects.hears = false;
		TestWaiter waiter = ask("a");
		Attempt attempt = attempt(waiter);
		assertThat(this.lane.waitOf(attempt)).isNotNull().extracting(Wait::hears).isEqualTo(false);
		this.effects.hears = true;
		this.lane.retry();
		this.lane.heldBy(attempt, THEM, PLACE, now(), now());
		assertThat(attempt(waiter).token()).as("now it says that it hears").isEqualTo(attempt.token());
	}

	// --- the others' turn

	@Test
	void whoGivesWayQueuesUnderItsNextToken() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		long sentAt = now();
		pass(MOMENT);
		gaveWay(first, way, new Turn(ReleaseReply.RELEASED, PLACE), sentAt);
		assertSleepsFor(second, FIRST_SLEEP);
		assertThat(this.lane.granted(way.next().token(), TICKET)).isTrue();
		assertTakes(second);
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, GRANT));
		assertThat(this.effects.losses).isEmpty();
		assertThat(this.effects.swept).isEmpty();
	}

	@Test
	void grantThatComesBeforeTheReplyOfOneWhoGivesWay() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		long sentAt = now();
		pass(MOMENT);
		assertThat(this.lane.granted(way.next().token(), TICKET)).isTrue();
		assertThat(next(second)).isInstanceOf(Step.Sleep.class);
		gaveWay(first, way, new Turn(ReleaseReply.RELEASED, PLACE), sentAt);
		assertTakes(second);
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, GRANT));
	}

	@Test
	void whoGivesWayForNobodyContendsAtOnce() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		gaveWay(first, way, Turn.over(ReleaseReply.RELEASED), now());
		Attempt next = attempt(second);
		assertThat(next.scripted()).isFalse();
		assertThat(next.token()).isNotEqualTo(way.next().token());
		assertThat(this.effects.swept).isEmpty();
		assertThat(this.effects.sweptLate).isEmpty();
	}

	/** They ask at intervals, and would find it taken again. */
	@Test
	void givingWayOnAStoreThatDoesNotKnowWhoWaitsLetsOthersAskFirst() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		gaveWay(first, giveWay(first), new Turn(ReleaseReply.RELEASED, null, true), now());
		assertSleepsFor(second, RecordedEffects.BACKOFF.multipliedBy(2));
		pass(RecordedEffects.BACKOFF.multipliedBy(2));
		attempt(second);
	}

	@Test
	void callerWhoCannotWaitForLongAsksAtOnceAlsoWhereOthersMayWait() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b", K.withWaitTime(RecordedEffects.BACKOFF.multipliedBy(3)));
		gaveWay(first, giveWay(first), new Turn(ReleaseReply.RELEASED, null, true), now());
		attempt(second);
	}

	@Test
	void whoGivesWayAndHasNobodyLeftLeavesTheQueue() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		abandon(second);
		gaveWay(first, way, new Turn(ReleaseReply.RELEASED, PLACE), now());
		assertThat(this.effects.swept).containsExactly(new Release("k", way.next().token(), 0));
		assertThat(this.effects.dead).isOne();
	}

	/** Else its place stays in the queue, and the next caller waits for nobody. */
	@Test
	void callerThatTriesOnceWhileTheLaneGivesWayIsRefusedAndLeavesNoPlace() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		abandon(second);
		TestWaiter once = ask("c", K.withWaitTime(Duration.ZERO));
		gaveWay(first, way, new Turn(ReleaseReply.RELEASED, PLACE), now());
		assertBusy(once);
		assertThat(this.effects.swept).containsExactly(new Release("k", way.next().token(), 0));
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void givingWayThatFailsEndsThoseWhoTryOnce() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		abandon(second);
		TestWaiter once = ask("c", K.withWaitTime(Duration.ZERO));
		gaveWay(first, way, Turn.over(ReleaseReply.FAILED), now());
		assertThat(once.refusal()).isInstanceOf(LockBackendException.class);
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void callerThatTriesOnceAndAsksForAPlaceOfTheLaneGivesItBack() {
		TestWaiter waiter = queued("a");
		pass(FIRST_SLEEP);
		Attempt again = attempt(waiter);
		TestWaiter once = TestWaiter.tryingOnce("b", now());
		this.lane.heldBy(again.again(once), THEM, null, now(), now());
		assertThat(this.effects.swept).containsExactly(new Release("k", "us:1", 0));
	}

	@Test
	void givingWayThatFailsIsRepeatedAndItsPlaceSwept() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		this.lane.granted(way.next().token(), TICKET);
		gaveWay(first, way, Turn.over(ReleaseReply.FAILED), now());
		assertThat(this.effects.swept).containsExactly(way.release());
		assertThat(this.effects.sweptLate).containsExactly(new Release("k", way.next().token(), 0));
		assertThat(attempt(second).token()).isNotEqualTo(way.next().token());
		assertThat(this.effects.losses).isEmpty();
	}

	/** Else its token is swept, and with it the lease, if nobody else wants it. */
	@Test
	void callThatComesLateWhileItGivesWayIsKnown() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		assertThat(this.lane.granted(way.release().token(), TICKET)).isTrue();
		gaveWay(first, way, Turn.KEPT, now());
		assertTakes(second);
		assertThat(this.effects.swept).isEmpty();
	}

	@Test
	void givingWayOfWhatIsNotOursIsALoss() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		gaveWay(first, giveWay(first), Turn.over(ReleaseReply.NOT_MINE), now());
		assertThat(this.effects.losses).containsExactly(LossCause.NOT_OURS);
		attempt(second);
	}

	@Test
	void givingWayOverAReconnectionIsNoLossAndItsPlaceIsSwept() { // rules D and F
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		this.lane.tenure().gaveWay(hold(first), way, Turn.over(ReleaseReply.NOT_MINE), true, now(), now());
		assertThat(this.effects.losses).isEmpty();
		assertThat(this.effects.sweptLate).containsExactly(new Release("k", way.next().token(), 0));
		attempt(second);
	}

	// --- steps

	/** Then it knows how long the holder's ttl lasts. */
	private TestWaiter askedAgain(String owner) {
		TestWaiter waiter = ask(owner);
		this.lane.heldBy(attempt(waiter), new Holder("them:1", 20_000), PLACE, now(), now());
		return waiter;
	}

	private TestWaiter queued(String owner) {
		return queued(owner, K.withWaitTime(Duration.ofMinutes(5)));
	}

	/** The first to come: its token is {@code us:1}. */
	private TestWaiter queued(String owner, LockRequest request) {
		TestWaiter waiter = ask(owner, request);
		Attempt attempt = attempt(waiter);
		assertThat(attempt.token()).isEqualTo("us:1");
		this.lane.heldBy(attempt, new Holder("them:1", -1), PLACE, now(), now());
		return waiter;
	}

	private void gaveWay(TestWaiter holder, Leaving.GiveWay way, Turn turn, long sentAt) {
		this.lane.tenure().gaveWay(hold(holder), way, turn, false, sentAt, now());
	}

	private void assertLeft() {
		assertThat(this.effects.swept).containsExactly(new Release("k", "us:1", 0));
		assertThat(this.effects.dead).isOne();
	}

}
