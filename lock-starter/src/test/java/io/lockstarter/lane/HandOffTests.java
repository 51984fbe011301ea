package io.lockstarter.lane;

import java.time.Duration;

import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.Release;
import io.lockstarter.store.RenewReply;
import io.lockstarter.testsupport.TestWaiter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests hand-offs: a lease goes to the next caller of the instance without the lock
 * server.
 */
class HandOffTests extends AbstractLaneTests {

	private static final Duration BOUND = Duration.ofSeconds(1);

	private static final LockRequest FIXED = K.withRenew(false).withWaitTime(Duration.ofMinutes(5));

	@BeforeEach
	void bounds() {
		this.callbacks.handOff = new HandOffSettings(3, BOUND, Duration.ZERO);
	}

	@Test
	void leaseGoesToWaitersInOrder() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertThat(next(second)).isInstanceOf(AcquireStep.Sleep.class);
		TestWaiter third = ask("c");
		HeldLease lease = hold(first).lease();
		assertThat(release(first)).isSameAs(ReleaseStep.Done.HANDED_ON);
		assertThat(second.signaled()).isTrue();
		assertThat(next(third)).isInstanceOf(AcquireStep.Sleep.class);
		assertTakes(second);
		assertHandedOn(second, third);
		assertThat(hold(third).lease()).isSameAs(lease);
		assertThat(this.callbacks.swept).isEmpty();
		assertThat(hold(first).isHeld(now())).isFalse();
	}

	@Test
	void leaseWithoutWaitersIsReleased() {
		assertThat(release(held("a"))).isInstanceOf(ReleaseStep.Send.class);
	}

	@Test
	void laneGivesWayAfterMaxConsecutiveHandOffs() {
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
	void laneGivesWayAfterMaxDuration() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		ask("c");
		pass(BOUND.minusNanos(1));
		assertHandedOn(first, second);
		pass(Duration.ofNanos(1));
		assertThat(giveWay(second).ttl()).isEqualTo(TTL.toNanos());
	}

	@Test
	void leaseIsReleasedIfHandOffsAreOff() {
		this.callbacks.handOff = new HandOffSettings(0, BOUND, Duration.ZERO);
		TestWaiter first = held("a");
		ask("b");
		assertThat(giveWay(first).ttl()).isZero();
	}

	@Test
	void leaseWithAnExposedTokenEndsWithItsHold() { // rule C (exposed tokens)
		TestWaiter first = held("a");
		ask("b");
		hold(first).lease().expose();
		assertThat(giveWay(first).ttl()).isZero();
	}

	@Test
	void leaseNearItsEndIsNotHandedOn() {
		this.callbacks.handOff = new HandOffSettings(3, TTL, Duration.ZERO);
		TestWaiter first = held("a");
		ask("b");
		this.time.jump(Duration.ofNanos(hold(first).deadline() - now() - TTL.toNanos() / 10));
		assertThat(giveWay(first).ttl()).isZero();
	}

	/**
	 * A grant is short even for a long ttl. The watchdog prolongs it a little later.
	 */
	@Test
	void grantedLeaseWithALongTtlIsHandedOn() {
		this.callbacks.handOff = new HandOffSettings(256, Duration.ofSeconds(1), Duration.ZERO);
		LockRequest request = K.withTtl(Duration.ofMinutes(5)).withWaitTime(Duration.ofMinutes(5));
		TestWaiter first = ask("a", request);
		Attempt attempt = attempt(first);
		this.lane.foundHolder(attempt, THEM, new QueuePlace(1, true), now(), now());
		this.lane.granted(attempt.token(), 1);
		assertTakes(first);
		TestWaiter second = ask("b", request);
		assertHandedOn(first, second);
	}

	@Test
	void minimumHoldIsNotCutShort() {
		TestWaiter first = held("a", K.withMinHold(Duration.ofMillis(500)));
		ask("b");
		assertThat(release(first)).isInstanceOfSatisfying(ReleaseStep.Send.class,
				(send) -> assertThat(send.release().keepMillis()).isPositive());
	}

	@Test
	void leaseIsHandedOnAfterTheMinimumHold() {
		TestWaiter first = held("a", K.withMinHold(Duration.ofMillis(500)));
		TestWaiter second = ask("b");
		pass(Duration.ofMillis(500));
		assertHandedOn(first, second);
	}

	@Test
	void maximumHoldDoesNotLimitTheNextHold() {
		TestWaiter first = held("a", K.withMaxHold(Duration.ofSeconds(2)));
		TestWaiter second = ask("b");
		assertHandedOn(first, second);
		assertThat(hold(second).deadline()).isEqualTo(hold(second).lease().deadline());
	}

	@Test
	void onlyTheOutermostReleaseHandsOn() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertHandedOn(first, second);
		TestWaiter third = ask("c");
		TestWaiter nested = ask("b");
		assertThat(nested.hold()).isSameAs(hold(second));
		assertThat(release(nested)).isSameAs(ReleaseStep.Done.STAY);
		assertThat(hold(second).isHeld(now())).isTrue();
		assertHandedOn(second, third);
	}

	// --- a waiter that needs more than is left

	@Test
	void leaseWithEnoughTimeIsHandedOnWithoutACommand() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		pass(Duration.ofMillis(900));
		assertHandedOn(first, second);
	}

	@Test
	void leaseForAFixedTtlIsProlongedFirst() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		AcquireStep.Prolongation step = prolongation(second);
		assertThat(step.ttl()).isEqualTo(TTL.toNanos());
		long sentAt = now();
		pass(Duration.ofMillis(200));
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, sentAt, step.ttl());
		assertTakes(second);
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, TTL));
		assertThat(this.callbacks.swept).isEmpty();
	}

	@Test
	void leaseForALongerTtlIsProlongedFirst() {
		Duration longer = TTL.multipliedBy(3);
		TestWaiter first = held("a", K.withTtl(Duration.ofSeconds(1)));
		TestWaiter second = offeredAfter(Duration.ofMillis(100), first, K.withTtl(longer));
		AcquireStep.Prolongation step = prolongation(second);
		assertThat(step.ttl()).isEqualTo(longer.toNanos());
		assertThat(step.lease().sent().longestTtl()).as("whatever the reply").isEqualTo(longer.toNanos());
	}

	@Test
	void shorterFixedTtlEndsTheHoldAndNotTheLease() { // rule A (no shorter ttl)
		TestWaiter first = held("a");
		TestWaiter second = ask("b", FIXED.withTtl(Duration.ofSeconds(2)));
		assertHandedOn(first, second);
		assertThat(hold(second).deadline()).isEqualTo(now() + Duration.ofSeconds(2).toNanos());
		assertThat(hold(second).lease().deadline()).isGreaterThan(hold(second).deadline());
	}

	@Test
	void leaseIsRenewedByTheTermsOfItsNewHolder() {
		TestWaiter first = held("a", K.withTtl(TTL.multipliedBy(10)));
		TestWaiter second = ask("b");
		assertHandedOn(first, second);
		assertThat(hold(second).lease().ttl()).isEqualTo(TTL.toNanos());
		assertThat(hold(second).nextCheck()).isEqualTo(hold(second).deadline() - TTL.toNanos() * 2 / 3);
	}

	@Test
	void refusedProlongationEndsTheLeaseWithoutALoss() {
		assertContendsAfter(RenewReply.NOT_MINE);
	}

	@Test
	void failedProlongationEndsTheLeaseWithoutALoss() {
		assertContendsAfter(RenewReply.FAILED);
	}

	private void assertContendsAfter(RenewReply reply) {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		AcquireStep.Prolongation step = prolongation(second);
		this.lane.prolonged(step.lease(), reply, now(), step.ttl());
		assertThat(attempt(second).token()).isNotEqualTo(step.lease().token());
		assertThat(this.callbacks.swept).containsExactly(new Release("k", step.lease().token(), 0));
		assertThat(this.callbacks.losses).isEmpty();
	}

	@Test
	void prolongationReplyAfterItsTtlEndsTheLease() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		AcquireStep.Prolongation step = prolongation(second);
		long sentAt = now();
		pass(TTL);
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, sentAt, step.ttl());
		assertThat(attempt(second).token()).isNotEqualTo(step.lease().token());
		assertThat(this.callbacks.swept).containsExactly(new Release("k", step.lease().token(), 0));
	}

	@Test
	void leaseOfASlowReplyIsTakenWithoutProlongation() {
		Duration brief = Duration.ofMillis(100);
		TestWaiter waiter = ask("a", FIXED.withTtl(brief));
		Attempt attempt = attempt(waiter);
		long sentAt = now();
		pass(Duration.ofMillis(20));
		this.lane.acquired(attempt, sentAt);
		assertTakes(waiter);
		assertThat(hold(waiter).deadline()).isEqualTo(validUntil(sentAt, brief));
	}

	@Test
	void sweepCountsTheLongestTtlOfAllHolders() {
		Duration longer = TTL.multipliedBy(2);
		TestWaiter first = held("a");
		TestWaiter second = ask("b", K.withTtl(longer));
		assertHandedOn(first, second);
		assertThat(hold(second).lease().sent().longestTtl()).isEqualTo(longer.toNanos());
	}

	@Test
	void allWaitersSleepDuringAProlongation() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		prolongation(second);
		assertThat(next(second)).isInstanceOf(AcquireStep.Sleep.class);
		assertThat(next(ask("c"))).isInstanceOf(AcquireStep.Sleep.class);
	}

	@Test
	void prolongedLeaseGoesToTheNextWaiterIfTheHeadGivesUp() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		TestWaiter third = ask("c");
		AcquireStep.Prolongation step = prolongation(second);
		abandon(second);
		assertThat(next(third)).isInstanceOf(AcquireStep.Sleep.class);
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, now(), step.ttl());
		assertThat(third.signaled()).isTrue();
		assertTakes(third);
	}

	@Test
	void prolongedLeaseWithoutAWaiterIsSwept() {
		TestWaiter first = held("a");
		TestWaiter second = offeredAfter(Duration.ofSeconds(10), first, FIXED);
		AcquireStep.Prolongation step = prolongation(second);
		abandon(second);
		assertThat(this.callbacks.dead).isZero();
		this.lane.prolonged(step.lease(), RenewReply.RENEWED, now(), step.ttl());
		assertThat(this.callbacks.swept).containsExactly(new Release("k", step.lease().token(), 0));
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void leaseIsNotProlongedForACallerThatTimedOut() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b", FIXED.withWaitTime(Duration.ofMillis(900)));
		TestWaiter third = ask("c");
		this.callbacks.handOff = new HandOffSettings(3, TTL, Duration.ZERO);
		pass(Duration.ofSeconds(10));
		assertThat(release(first)).isSameAs(ReleaseStep.Done.HANDED_ON);
		assertThat(next(second)).isSameAs(AcquireStep.SETTLED);
		assertBusy(second);
		assertTakes(third);
	}

	// --- between two holders

	@Test
	void handOffGoesToTheNextWaiterIfTheHeadGivesUp() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		TestWaiter third = ask("c");
		assertThat(release(first)).isSameAs(ReleaseStep.Done.HANDED_ON);
		abandon(second);
		assertThat(third.signaled()).isTrue();
		assertTakes(third);
	}

	@Test
	void handOffWithoutAWaiterIsSwept() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertThat(release(first)).isSameAs(ReleaseStep.Done.HANDED_ON);
		abandon(second);
		assertThat(this.callbacks.swept).extracting(Release::token).containsExactly(hold(first).lease().token());
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void expiredOfferIsSweptAndTheWaiterContends() { // rule K (deadline check)
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertThat(release(first)).isSameAs(ReleaseStep.Done.HANDED_ON);
		pass(TTL);
		assertThat(attempt(second).token()).isNotEqualTo(hold(first).lease().token());
		assertThat(this.callbacks.swept).extracting(Release::token).containsExactly(hold(first).lease().token());
		assertThat(this.callbacks.losses).isEmpty();
	}

	@Test
	void offerIsNotTakenByACallerThatTriesOnce() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		assertThat(release(first)).isSameAs(ReleaseStep.Done.HANDED_ON);
		assertBusy(ask("c", K.withWaitTime(Duration.ZERO)));
		assertTakes(second);
	}

	@Test
	void renewalInFlightCountsForTheNextHolder() { // rule H (renewal replies)
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		long sentAt = now();
		pass(Duration.ofMillis(500));
		assertHandedOn(first, second);
		HeldLease lease = hold(second).lease();
		this.lane.renewed(lease, RenewReply.RENEWED, sentAt, TTL.toNanos() * 2, now());
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, TTL.multipliedBy(2)));
		this.lane.renewed(lease, RenewReply.NOT_MINE, sentAt, TTL.toNanos(), now());
		assertThat(hold(second).lossCause()).isEqualTo(LockLostException.Reason.NOT_OURS);
		assertThat(hold(first).lossCause()).isNull();
	}

	@Test
	void undeliveredHoldIsTakenBackAndTheNextWaiterContends() {
		TestWaiter first = held("a");
		TestWaiter second = ask("b");
		TestWaiter third = ask("c");
		assertHandedOn(first, second);
		this.lane.endUndelivered(hold(second));
		assertThat(this.callbacks.swept).extracting(Release::token).containsExactly(hold(first).lease().token());
		assertThat(attempt(third).token()).isNotEqualTo(hold(first).lease().token());
	}

	// --- no other instance waits

	@Test
	void keptLeaseStartsANewSeriesOfHandOffs() {
		TestWaiter first = held("a");
		pass(BOUND);
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		long sentAt = now();
		pass(Duration.ofMillis(10));
		this.lane.gaveWay(hold(first), way, GiveWayReply.KEPT, false, sentAt, now());
		assertThat(second.signaled()).isTrue();
		assertTakes(second);
		assertThat(hold(second).deadline()).isEqualTo(validUntil(sentAt, TTL));
		assertThat(this.callbacks.losses).isEmpty();
		assertThat(this.callbacks.swept).isEmpty();
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
	void keptLeaseWithoutAWaiterIsSwept() {
		TestWaiter first = held("a");
		pass(BOUND);
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		abandon(second);
		assertThat(this.callbacks.dead).isZero();
		this.lane.gaveWay(hold(first), way, GiveWayReply.KEPT, false, now(), now());
		assertThat(this.callbacks.swept).extracting(Release::token).containsExactly(hold(first).lease().token());
		assertThat(this.callbacks.dead).isOne();
	}

	@Test
	void keptLeaseMayGoToACallerThatTriesOnce() {
		TestWaiter first = held("a");
		pass(BOUND);
		TestWaiter second = ask("b");
		ReleaseStep.GiveWay way = giveWay(first);
		abandon(second);
		TestWaiter third = ask("c", K.withWaitTime(Duration.ZERO));
		assertThat(next(third)).isInstanceOf(AcquireStep.Sleep.class);
		this.lane.gaveWay(hold(first), way, GiveWayReply.KEPT, false, now(), now());
		assertTakes(third);
	}

	private TestWaiter offeredAfter(Duration duration, TestWaiter holder, LockRequest request) {
		this.callbacks.handOff = new HandOffSettings(3, TTL, Duration.ZERO);
		TestWaiter waiter = ask("b", request);
		pass(duration);
		assertThat(release(holder)).isSameAs(ReleaseStep.Done.HANDED_ON);
		return waiter;
	}

}
