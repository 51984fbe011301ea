package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import io.lockstarter.store.Release;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Turn;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A lease goes from one caller of the instance to the next without the lock server. */
class HandOffTests extends AbstractLaneTests {

	private static final Duration BOUND = Duration.ofSeconds(1);

	private static final LockRequest FIXED = K.withRenew(false).withWaitTime(Duration.ofMinutes(5));

	@BeforeEach
	void bounds() {
		this.effects.handOff = new HandOffSettings(3, BOUND);
	}

	@Test
	void goesToThoseWhoWaitInTheOrderOfAsking() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		TestWaiter third = ask("c");
		HeldLease lease = hold(first).lease();
		assertThat(leave(first)).isSameAs(Leaving.HANDED_ON);
		assertThat(second.signalled()).isTrue();
		assertThat(next(third)).isInstanceOf(Step.Sleep.class);
		assertTakes(second);
		assertHandedOn(second, third);
		assertThat(hold(third).lease()).isSameAs(lease);
		assertThat(this.effects.swept).isEmpty();
		assertThat(hold(first).isHeld(this.time)).isFalse();
	}

	@Test
	void withNobodyWaitingItIsReleased() {
		assertThat(leave(held("a"))).isInstanceOf(Leaving.Send.class);
	}

	@Test
	void othersGetTheirTurnAfterSoMany() {
		TestWaiter holder = held("a");
		for (int i = 0; i < 3; i++) {
			TestWaiter next = ask("b" + i);
			assertHandedOn(holder, next);
			holder = next;
		}
		ask("c");
		assertThat(giveWay(holder).ttl()).isEqualTo(TTL.toNanos());
	}

	@Test
	void othersGetTheirTurnAfterSoLong() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ask("c");
		pass(BOUND.minusNanos(1));
		assertHandedOn(first, second);
		pass(Duration.ofNanos(1));
		assertThat(giveWay(second).ttl()).isEqualTo(TTL.toNanos());
	}

	@Test
	void withoutTurnsOfItsOwnItIsNotEvenKept() {
		this.effects.handOff = new HandOffSettings(0, BOUND);
		TestWaiter first = held("a");
		ask("b");
		assertThat(giveWay(first).ttl()).isZero();
	}

	@Test
	void leaseWhoseTokenWasGivenOutEndsWithItsHold() { // rule C
		TestWaiter first = held("a");
		ask("b");
		hold(first).lease().expose();
		assertThat(giveWay(first).ttl()).isZero();
	}

	@Test
	void leaseThatIsAboutToEndIsNotHandedOn() {
		this.effects.handOff = new HandOffSettings(3, TTL);
		TestWaiter first = held("a");
		ask("b");
		this.time.jump(Duration.ofNanos(hold(first).deadline() - now() - TTL.toNanos() / 10));
		assertThat(giveWay(first).ttl()).isZero();
	}

	/**
	 * A grant is short, whatever the ttl, and the watchdog prolongs it a little later.
	 */
	@Test
	void leaseThatWasGrantedIsHandedOnHoweverLongTheTtl() {
		this.effects.handOff = new HandOffSettings(256, Duration.ofSeconds(1));
		LockRequest request = K.withTtl(Duration.ofMinutes(5)).withWaitTime(Duration.ofMinutes(5));
		TestWaiter first = ask("a", request);
		Attempt attempt = attempt(first);
		this.lane.heldBy(attempt, THEM, new QueuePlace(1, true), now(), now());
		this.lane.granted(attempt.token(), 1);
		assertTakes(first);
		TestWaiter second = ask("b", request);
		assertHandedOn(first, second);
	}

	@Test
	void minimumHoldIsNotCutShort() {
		TestWaiter first = held("a", K.withMinHold(Duration.ofMillis(500)));
		ask("b");
		assertThat(leave(first)).isInstanceOfSatisfying(Leaving.Send.class,
				(send) -> assertThat(send.release().keepMillis()).isPositive());
	}

	@Test
	void afterTheMinimumHoldItIsHandedOn() {
		TestWaiter first = held("a", K.withMinHold(Duration.ofMillis(500)));
		TestWaiter second = ask("b");
		pass(Duration.ofMillis(500));
		assertHandedOn(first, second);
	}

	@Test
	void maximumHoldOfOneDoesNotEndThatOfTheNext() {
		TestWaiter first = held("a", K.withMaxHold(Duration.ofSeconds(2)));
		TestWaiter second = ask("b");
		assertHandedOn(first, second);
		assertThat(hold(second).deadline()).isEqualTo(hold(second).lease().deadline());
	}

	@Test
	void reentryWorksAndOnlyTheOutermostReleaseHandsOn() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertHandedOn(first, second);
		TestWaiter third = ask("c");
		TestWaiter nested = ask("b");
		assertThat(nested.hold()).isSameAs(hold(second));
		assertThat(leave(nested)).isSameAs(Leaving.STAY);
		assertThat(hold(second).isHeld(this.time)).isTrue();
		assertHandedOn(second, third);
	}

	// --- who wants more than is left

	@Test
	void callerForWhomEnoughIsLeftCostsNoCommand() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		pass(Duration.ofMillis(900));
		assertHandedOn(first, second);
	}

	@Test
	void fixedTtlIsProlongedFirstAndCountsFromBeforeTheSend() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		Step.Prolongation step = prolongation(second);
		assertThat(step.ttl()).isEqualTo(TTL.toNanos());
		long sentAt = now();
		pass(Duration.ofMillis(200));
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, sentAt, step.ttl());
		assertTakes(second);
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, TTL));
		assertThat(this.effects.swept).isEmpty();
	}

	@Test
	void longerTtlIsProlongedFirst() {
		Duration longer = TTL.multipliedBy(3);
		TestWaiter first = held("a", K.withTtl(Duration.ofSeconds(1)));
		TestWaiter second = offeredAfter(Duration.ofMillis(100), first, K.withTtl(longer));
		Step.Prolongation step = prolongation(second);
		assertThat(step.ttl()).isEqualTo(longer.toNanos());
		assertThat(step.lease().longestTtl()).as("whatever the reply").isEqualTo(longer.toNanos());
	}

	@Test
	void shorterFixedTtlEndsTheHoldAndNotTheLease() { // rule A
		TestWaiter first = held("a");
		TestWaiter second = ask("b", FIXED.withTtl(Duration.ofSeconds(2)));
		assertHandedOn(first, second);
		assertThat(hold(second).deadline()).isEqualTo(now() + Duration.ofSeconds(2).toNanos());
		assertThat(hold(second).lease().deadline()).isGreaterThan(hold(second).deadline());
	}

	@Test
	void leaseIsRenewedAsItsNewHolderWants() {
		TestWaiter first = held("a", K.withTtl(TTL.multipliedBy(10)));
		TestWaiter second = ask("b");
		assertHandedOn(first, second);
		assertThat(hold(second).lease().ttl()).isEqualTo(TTL.toNanos());
		assertThat(hold(second).nextLook()).isEqualTo(hold(second).deadline() - TTL.toNanos() * 2 / 3);
	}

	@Test
	void prolongationThatIsRefusedEndsTheLeaseWithoutALoss() {
		assertThatContendsAnewAfter(RenewReply.NOT_MINE);
	}

	@Test
	void prolongationThatFailsEndsTheLeaseWithoutALoss() {
		assertThatContendsAnewAfter(RenewReply.FAILED);
	}

	private void assertThatContendsAnewAfter(RenewReply reply) {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		Step.Prolongation step = prolongation(second);
		this.lane.prolonged(step.lease(), reply, now(), step.ttl());
		assertThat(attempt(second).token()).isNotEqualTo(step.lease().token());
		assertThat(this.effects.swept).containsExactly(new Release("k", step.lease().token(), 0));
		assertThat(this.effects.losses).isEmpty();
	}

	@Test
	void prolongationThatIsAnsweredAfterItsTtlIsOfNoUse() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		Step.Prolongation step = prolongation(second);
		long sentAt = now();
		pass(TTL);
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, sentAt, step.ttl());
		assertThat(attempt(second).token()).isNotEqualTo(step.lease().token());
		assertThat(this.effects.swept).containsExactly(new Release("k", step.lease().token(), 0));
	}

	@Test
	void whatWasAskedForJustNowIsTakenHoweverSlowTheServerIs() {
		Duration brief = Duration.ofMillis(100);
		TestWaiter waiter = ask("a", FIXED.withTtl(brief));
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(Duration.ofMillis(20));
		this.lane.won(attempt, sentAt);
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, brief));
	}

	@Test
	void sweepOfALeaseLastsAsLongAsTheLongestTtlThatAHolderWanted() {
		Duration longer = TTL.multipliedBy(2);
		TestWaiter first = held("a");
		TestWaiter second = ask("b", K.withTtl(longer));
		assertHandedOn(first, second);
		assertThat(hold(second).lease().longestTtl()).isEqualTo(longer.toNanos());
	}

	@Test
	void everybodyWaitsForTheProlongationInFlight() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		prolongation(second);
		assertThat(next(second)).isInstanceOf(Step.Sleep.class);
		assertThat(next(ask("c"))).isInstanceOf(Step.Sleep.class);
	}

	@Test
	void prolongedLeaseGoesToTheNextIfItsHeadHasLeft() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		TestWaiter third = ask("c");
		Step.Prolongation step = prolongation(second);
		abandon(second);
		assertThat(next(third)).isInstanceOf(Step.Sleep.class);
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, now(), step.ttl());
		assertThat(third.signalled()).isTrue();
		assertTakes(third);
	}

	@Test
	void prolongedLeaseIsSweptIfNobodyIsLeft() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		Step.Prolongation step = prolongation(second);
		abandon(second);
		assertThat(this.effects.dead).isZero();
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, now(), step.ttl());
		assertThat(this.effects.swept).containsExactly(new Release("k", step.lease().token(), 0));
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void callerWhoseTimeIsOverIsNotProlongedFor() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b", FIXED.withWaitTime(Duration.ofMillis(900)));
		TestWaiter third = ask("c");
		this.effects.handOff = new HandOffSettings(3, TTL);
		pass(Duration.ofSeconds(10));
		assertThat(leave(first)).isSameAs(Leaving.HANDED_ON);
		assertThat(next(second)).isSameAs(Step.SETTLED);
		assertBusy(second);
		assertTakes(third);
	}

	// --- between one and the next

	@Test
	void offerGoesToTheNextIfItsHeadHasLeft() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		TestWaiter third = ask("c");
		assertThat(leave(first)).isSameAs(Leaving.HANDED_ON);
		abandon(second);
		assertThat(third.signalled()).isTrue();
		assertTakes(third);
	}

	@Test
	void offerIsSweptIfNobodyIsLeft() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertThat(leave(first)).isSameAs(Leaving.HANDED_ON);
		abandon(second);
		assertThat(this.effects.swept).extracting(Release::token).containsExactly(hold(first).lease().token());
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void offerThatRanOutIsSweptAndContendedForAnew() { // rule K
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertThat(leave(first)).isSameAs(Leaving.HANDED_ON);
		pass(TTL);
		assertThat(attempt(second).token()).isNotEqualTo(hold(first).lease().token());
		assertThat(this.effects.swept).extracting(Release::token).containsExactly(hold(first).lease().token());
		assertThat(this.effects.losses).isEmpty();
	}

	@Test
	void offerIsNotForThoseWhoTryOnce() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertThat(leave(first)).isSameAs(Leaving.HANDED_ON);
		assertBusy(ask("c", K.withWaitTime(Duration.ZERO)));
		assertTakes(second);
	}

	@Test
	void renewalThatWasUnderWayCountsForTheNextHolder() { // rule H
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		long sentAt = now();
		pass(Duration.ofMillis(500));
		assertHandedOn(first, second);
		HeldLease lease = hold(second).lease();
		this.lane.tenure().renewed(lease, RenewReply.RENEWED, sentAt, TTL.toNanos() * 2, now());
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, TTL.multipliedBy(2)));
		this.lane.tenure().renewed(lease, RenewReply.NOT_MINE, sentAt, TTL.toNanos(), now());
		assertThat(hold(second).lossCause()).isEqualTo(LossCause.NOT_OURS);
		assertThat(hold(first).lossCause()).isNull();
	}

	@Test
	void holdThatItsOwnerNeverSawGoesBackAndTheNextContends() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		TestWaiter third = ask("c");
		assertHandedOn(first, second);
		this.lane.tenure().takeBack(hold(second));
		assertThat(this.effects.swept).extracting(Release::token).containsExactly(hold(first).lease().token());
		assertThat(attempt(third).token()).isNotEqualTo(hold(first).lease().token());
	}

	// --- nobody else wanted it

	@Test
	void leaseThatNobodyElseWantedHasNewTurnsAndNewTime() {
		TestWaiter first = held("a");
		pass(BOUND);
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		long sentAt = now();
		pass(Duration.ofMillis(10));
		this.lane.tenure().gaveWay(hold(first), way, Turn.KEPT, false, sentAt, now());
		assertThat(second.signalled()).isTrue();
		assertTakes(second);
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, TTL));
		assertThat(this.effects.losses).isEmpty();
		assertThat(this.effects.swept).isEmpty();
		TestWaiter holder = second;
		for (int i = 0; i < 3; i++) {
			TestWaiter next = ask("c" + i);
			assertHandedOn(holder, next);
			holder = next;
		}
		ask("d");
		giveWay(holder);
	}

	@Test
	void leaseThatNobodyElseWantedIsSweptIfNobodyHereIsLeft() {
		TestWaiter first = held("a");
		pass(BOUND);
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		abandon(second);
		assertThat(this.effects.dead).isZero();
		this.lane.tenure().gaveWay(hold(first), way, Turn.KEPT, false, now(), now());
		assertThat(this.effects.swept).extracting(Release::token).containsExactly(hold(first).lease().token());
		assertThat(this.effects.dead).isOne();
	}

	@Test
	void leaseThatNobodyElseWantedMayGoToOneWhoTriesOnce() {
		TestWaiter first = held("a");
		pass(BOUND);
		TestWaiter second = ask("b");
		Leaving.GiveWay way = giveWay(first);
		abandon(second);
		TestWaiter third = ask("c", K.withWaitTime(Duration.ZERO));
		assertThat(next(third)).isInstanceOf(Step.Sleep.class);
		this.lane.tenure().gaveWay(hold(first), way, Turn.KEPT, false, now(), now());
		assertTakes(third);
	}

	private TestWaiter offeredAfter(Duration duration, TestWaiter holder, LockRequest request) {
		this.effects.handOff = new HandOffSettings(3, TTL);
		TestWaiter waiter = ask("b", request);
		pass(duration);
		assertThat(leave(holder)).isSameAs(Leaving.HANDED_ON);
		return waiter;
	}

}
