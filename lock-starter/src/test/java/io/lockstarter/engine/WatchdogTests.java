package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.Release;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests renewal, loss and sweeping in virtual time. Numbers are those of the behaviors.
 */
class WatchdogTests {

	private static final Duration TTL = Duration.ofSeconds(30);

	private static final LockRequest REQUEST = LockRequest.of("k").withTtl(TTL);

	private final VirtualTime time = new VirtualTime();

	private final FaultyStore store = new FaultyStore(new InMemoryLockStore(this.time));

	private final VirtualInstance instance = new VirtualInstance("us", this.time, this.store);

	@Test // 37
	void renewsPastTheTtl() {
		Hold hold = this.instance.acquire(REQUEST);
		this.time.pass(TTL.multipliedBy(20));
		assertThat(this.instance.isHeld(hold)).isTrue();
		assertThat(holder("k")).isEqualTo(hold.lease().token());
		assertThat(this.instance.losses).isEmpty();
	}

	@Test
	void renewsAtAThirdOfTheTtl() {
		this.instance.acquire(REQUEST);
		this.time.pass(TTL.multipliedBy(10));
		assertThat(this.store.renewalBatches).hasSizeBetween(29, 33);
	}

	@Test
	void renewsPastTheTtlDespiteShortExtensions() {
		Hold hold = this.instance.acquire(REQUEST);
		for (int i = 0; i < 20; i++) {
			this.time.pass(TTL.dividedBy(6));
			this.instance.commands.extend(hold, TTL.dividedBy(10).toNanos());
		}
		assertThat(this.instance.isHeld(hold)).isTrue();
		assertThat(this.instance.losses).isEmpty();
	}

	@Test
	void renewsAnExtensionThatIsShorterThanTheInterval() {
		Hold hold = this.instance.acquire(REQUEST);
		this.store.down = true;
		this.time.pass(TTL.multipliedBy(9).dividedBy(10));
		this.store.down = false;
		this.instance.commands.extend(hold, TTL.dividedBy(6).toNanos());
		this.time.pass(TTL);
		assertThat(this.instance.isHeld(hold)).isTrue();
	}

	@Test
	void failedRenewalOfAShortExtensionIsRetriedInTime() {
		Hold hold = this.instance.acquire(REQUEST);
		this.store.down = true;
		this.time.pass(TTL.multipliedBy(19).dividedBy(20));
		this.store.down = false;
		this.instance.commands.extend(hold, TTL.dividedBy(20).toNanos());
		this.store.down = true;
		this.time.pass(TTL.dividedBy(40));
		this.store.down = false;
		this.time.pass(TTL);
		assertThat(this.instance.isHeld(hold)).isTrue();
	}

	@Test // 38
	void stopsAtRelease() {
		Hold hold = this.instance.acquire(REQUEST);
		this.instance.releases.release(hold, (reply) -> {
		});
		this.time.pass(TTL.multipliedBy(3));
		assertThat(this.store.renewalBatches).isEmpty();
		assertThat(this.time.pending()).as("no alarm is left").isZero();
	}

	@Test // 39
	void stopsWhenNotTheOwnerAndNeverCreatesTheKey() {
		Hold hold = this.instance.acquire(REQUEST);
		this.store.release(new Release("k", hold.lease().token(), 0));
		this.time.pass(TTL.dividedBy(2));
		assertThat(this.instance.losses).containsExactly(LockLostException.Reason.NOT_OURS);
		assertThat(this.instance.isHeld(hold)).isFalse();
		int batches = this.store.renewalBatches.size();
		this.time.pass(TTL.multipliedBy(3));
		assertThat(this.store.renewalBatches).hasSize(batches);
		assertThat(this.store.inspect("k")).isEmpty();
	}

	@Test // 40
	void failedRenewalIsRetried() {
		Hold hold = this.instance.acquire(REQUEST);
		this.store.down = true;
		this.time.pass(TTL.dividedBy(2));
		assertThat(this.store.renewalBatches).hasSizeGreaterThan(1);
		assertThat(this.instance.renewalFailures).isNotEmpty();
		this.store.down = false;
		this.time.pass(TTL.multipliedBy(3));
		assertThat(this.instance.isHeld(hold)).isTrue();
	}

	@Test
	void renewalWithoutAReplyDoesNotMoveTheDeadline() {
		Hold hold = this.instance.acquire(REQUEST);
		this.store.repliesLost = true;
		this.time.pass(TTL);
		assertThat(this.instance.isHeld(hold)).isFalse();
		assertThat(this.instance.losses).containsExactly(LockLostException.Reason.EXPIRED);
	}

	@Test // 42
	void neverStartsOnAFailedAcquisition() {
		this.store.acquire("k", "another token", TTL.toMillis());
		TestWaiter waiter = new TestWaiter("owner", REQUEST.withWaitTime(Duration.ZERO), this.time.nanos());
		Lane lane = this.instance.lanes.ask(waiter);
		this.instance.commands.acquire(lane, (Attempt) lane.next(waiter, this.time.nanos()));
		assertThat(waiter.refusal()).isNotNull();
		assertThat(this.time.pending()).isZero();
		this.time.pass(TTL);
		assertThat(this.store.renewalBatches).isEmpty();
	}

	@Test
	void configuredIntervalRenewsMoreOften() {
		assertThat(new LockSettings("app", TTL, Duration.ZERO, Duration.ofSeconds(2), RetrySettings.DEFAULT,
				LockSettings.DEFAULT.longestSleep(), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false)
			.terms(LockRequest.of("k"))
			.renewEvery()).isEqualTo(Duration.ofSeconds(2).toNanos());
		assertThat(new LockSettings("app", TTL, Duration.ZERO, Duration.ofSeconds(12), RetrySettings.DEFAULT,
				LockSettings.DEFAULT.longestSleep(), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false)
			.terms(LockRequest.of("k"))
			.renewEvery()).as("a third of the ttl in any case").isEqualTo(Duration.ofSeconds(10).toNanos());
	}

	private static void onLost(Hold hold, Runnable action) {
		hold.lane().addLossAction(hold, new Hold.LossAction(new AtomicBoolean(), action, true));
	}

	@Test // 44, P4
	void lossIsReportedBeforeAnotherCallerCanAcquireTheLock() {
		Hold hold = this.instance.acquire(REQUEST);
		List<Boolean> freeWhenTold = new ArrayList<>();
		onLost(hold, () -> freeWhenTold.add(this.store.inspect("k").isEmpty()));
		this.store.down = true;
		this.time.pass(TTL.multipliedBy(2));
		assertThat(freeWhenTold).containsExactly(false);
	}

	@Test // 41
	void worksForTheNextLockAfterAnOutage() {
		this.instance.acquire(REQUEST);
		this.store.down = true;
		this.time.pass(TTL.multipliedBy(2));
		this.store.down = false;
		Hold next = this.instance.acquire(REQUEST);
		this.time.pass(TTL.multipliedBy(5));
		assertThat(this.instance.isHeld(next)).isTrue();
	}

	@Test
	void keyOfAnExpiredHoldIsReleasedDespiteALateRenewal() {
		Hold hold = this.instance.acquire(REQUEST);
		this.store.repliesLost = true;
		this.time.pass(Duration.ofMillis(29_600));
		this.store.down = true;
		this.time.pass(Duration.ofMillis(200));
		assertThat(this.instance.losses).containsExactly(LockLostException.Reason.EXPIRED);
		assertThat(holder("k")).as("the renewals were applied").isEqualTo(hold.lease().token());
		this.store.down = false;
		this.time.pass(Duration.ofSeconds(1));
		assertThat(this.store.inspect("k")).isEmpty();
	}

	@Test // 43
	void fixedTtlIsNotRenewedAndItsEndIsReported() {
		Hold hold = this.instance.acquire(REQUEST.withRenew(false));
		this.time.pass(TTL);
		assertThat(this.store.renewalBatches).isEmpty();
		assertThat(this.instance.losses).containsExactly(LockLostException.Reason.EXPIRED);
		assertThat(this.instance.isHeld(hold)).isFalse();
	}

	@Test // 48
	void maxHoldEndsTheHoldAndTheKeyIsRemoved() {
		Hold hold = this.instance.acquire(REQUEST.withMaxHold(Duration.ofSeconds(100)));
		this.time.pass(Duration.ofSeconds(99));
		assertThat(this.instance.isHeld(hold)).isTrue();
		this.time.pass(Duration.ofSeconds(2));
		assertThat(this.instance.losses).containsExactly(LockLostException.Reason.MAX_HOLD);
		assertThat(this.store.inspect("k")).isEmpty();
	}

	@Test
	void allDueRenewalsGoInOneBatch() {
		for (int i = 0; i < 100; i++) {
			this.instance.acquire(LockRequest.of("k" + i).withTtl(TTL));
			this.time.pass(Duration.ofMillis(1));
		}
		this.time.pass(TTL.dividedBy(2));
		assertThat(this.store.renewalBatches).containsExactly(100);
	}

	@Test
	void tenThousandLeasesAreRenewedInBatchesOfAtMostFiveHundred() {
		for (int i = 0; i < 10_000; i++) {
			this.instance.acquire(LockRequest.of("k" + i).withTtl(TTL));
		}
		this.time.pass(TTL.multipliedBy(10));
		assertThat(this.instance.losses).isEmpty();
		assertThat(this.store.renewalBatches).allMatch((size) -> size <= 500);
		assertThat(this.store.renewalBatches.size()).isLessThanOrEqualTo(20 * 33);
	}

	@Test
	void shortTtlAmongLongOnesIsRenewedInTime() {
		this.instance.acquire(REQUEST);
		Hold brief = this.instance.acquire(LockRequest.of("brief").withTtl(Duration.ofMillis(300)));
		this.time.pass(TTL);
		assertThat(this.instance.isHeld(brief)).isTrue();
	}

	@Test // P7
	void acquireWithALostReplyIsSweptWithinAThirdOfTheTtl() {
		TestWaiter waiter = new TestWaiter("owner", REQUEST.withWaitTime(Duration.ZERO), this.time.nanos());
		Lane lane = this.instance.lanes.ask(waiter);
		this.store.repliesLost = true;
		this.instance.commands.acquire(lane, (Attempt) lane.next(waiter, this.time.nanos()));
		assertThat(waiter.refusal()).isNotNull();
		assertThat(this.store.inspect("k")).as("it was applied").isPresent();
		this.time.pass(Duration.ofMillis(1));
		this.store.repliesLost = false;
		this.time.pass(TTL.dividedBy(3));
		assertThat(this.store.inspect("k")).isEmpty();
		assertThat(this.instance.lanes.size()).isZero();
	}

	@Test // P7
	void acquireAppliedLongAfterItsTimeOutIsSwept() {
		TestWaiter waiter = new TestWaiter("owner", REQUEST.withWaitTime(Duration.ZERO), this.time.nanos());
		Lane lane = this.instance.lanes.ask(waiter);
		Attempt attempt = (Attempt) lane.next(waiter, this.time.nanos());
		this.store.repliesLost = true;
		this.instance.commands.acquire(lane, attempt);
		this.store.repliesLost = false;
		this.time.pass(Duration.ofSeconds(1));
		assertThat(this.store.inspect("k")).isEmpty();
		// The first command is applied once more.
		this.store.acquire("k", attempt.token(), TTL.toMillis());
		this.time.pass(TTL.dividedBy(3));
		assertThat(this.store.inspect("k")).isEmpty();
	}

	@Test // P8
	void unconfirmedTokensEndAfterThreeTtl() {
		TestWaiter waiter = new TestWaiter("owner", REQUEST.withWaitTime(Duration.ZERO), this.time.nanos());
		Lane lane = this.instance.lanes.ask(waiter);
		this.store.repliesLost = true;
		this.instance.commands.acquire(lane, (Attempt) lane.next(waiter, this.time.nanos()));
		this.store.down = true;
		assertThat(this.instance.lanes.sweeper().size()).isOne();
		this.time.pass(TTL.multipliedBy(3).minus(TTL.dividedBy(10)));
		assertThat(this.instance.lanes.sweeper().size()).as("a late command may have created it").isOne();
		this.time.pass(TTL);
		assertThat(this.instance.lanes.sweeper().size()).isZero();
		assertThat(this.time.pending()).isZero();
	}

	@Test
	void failedReleaseIsRepeatedUntilItSucceeds() {
		Hold hold = this.instance.acquire(REQUEST);
		this.store.down = true;
		this.instance.releases.release(hold, (reply) -> {
		});
		assertThat(hold.lossCause()).isNull();
		this.time.pass(Duration.ofSeconds(2));
		this.store.down = false;
		this.time.pass(Duration.ofSeconds(5));
		assertThat(this.store.inspect("k")).isEmpty();
		assertThat(this.instance.lanes.sweeper().size()).isZero();
	}

	@Test
	void minHoldSurvivesARepeatedRelease() {
		Hold hold = this.instance.acquire(REQUEST.withMinHold(Duration.ofSeconds(20)));
		this.store.down = true;
		this.instance.releases.release(hold, (reply) -> {
		});
		this.store.down = false;
		this.time.pass(Duration.ofSeconds(10));
		assertThat(holder("k")).isEqualTo(Release.TOMBSTONE);
		this.time.pass(Duration.ofSeconds(11));
		assertThat(this.store.inspect("k")).isEmpty();
	}

	@Test // 45
	void exceptionInACheckDoesNotEndTheWatchdog() {
		Hold hold = this.instance.acquire(REQUEST);
		onLost(hold, () -> {
			throw new IllegalStateException("a broken listener");
		});
		this.store.down = true;
		this.time.pass(TTL);
		this.store.down = false;
		Hold next = this.instance.acquire(LockRequest.of("other").withTtl(TTL));
		this.time.pass(TTL.multipliedBy(3));
		assertThat(this.instance.isHeld(next)).isTrue();
	}

	@Test // 46
	void lagIsMeasured() {
		this.instance.acquire(REQUEST);
		this.time.jump(Duration.ofSeconds(15));
		this.time.pass(Duration.ofMillis(1));
		assertThat(this.instance.watchdog.lag()).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
	}

	@Test
	void pausedProcessReportsTheLossFirst() {
		Hold hold = this.instance.acquire(REQUEST);
		this.time.jump(TTL);
		assertThat(this.instance.isHeld(hold)).isFalse();
	}

	private String holder(String key) {
		return this.store.inspect(key).orElseThrow().token();
	}

}
