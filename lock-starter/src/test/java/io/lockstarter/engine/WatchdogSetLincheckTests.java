package io.lockstarter.engine;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockHandle;
import io.lockstarter.lane.Hold;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.testsupport.VirtualTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Tests watchdog and sweeper on two threads. A lease that is released during its renewal
 * stays released: rule H (renewal replies). A token that is added during its sweep is
 * kept: rule D (unconfirmed tokens).
 */
@Tag("own-jvm")
class WatchdogSetLincheckTests {

	private static final String FORGOTTEN = "a late command may create it again";

	private static final String CAME_BACK = "a released lease is renewed";

	private static final Release TOKEN = new Release("k", "us:1", 0);

	private static final long TTL = Duration.ofSeconds(30).toNanos();

	@Test
	@EnabledIfSystemProperty(named = Interleavings.COUNT_PROPERTY, matches = "\\d{4,}",
			disabledReason = "takes minutes")
	void leaseReleasedDuringARenewalIsNotRenewedAgain() {
		// Created once: no run leaves anything for the next.
		VirtualTime time = new VirtualTime();
		LockEngine engine = new LockEngine(new InMemoryLockStore(time), LockSettings.DEFAULT, List.of(),
				new LockThreads(time));
		Interleavings.check(() -> {
			LockHandle handle = engine.tryAcquire("k").orElseThrow();
			time.jump(Duration.ofSeconds(11));
			Interleavings.both(handle::release, () -> renewAll(engine.lanes(), time.nanos()));
			Interleavings.require(!handle.isHeld(), "it is held after its release");
			Interleavings.require(engine.lanes().holds().isEmpty(), CAME_BACK);
		});
	}

	private static void renewAll(LaneRegistry lanes, long now) {
		for (Hold hold : lanes.holds()) {
			if (hold.lane().renewal(hold, now, now) != null) {
				hold.lane().renewed(hold.lease(), RenewReply.RENEWED, now, TTL, now);
			}
		}
	}

	@Test
	void tokenAddedDuringItsSweepIsKept() {
		Interleavings.check(() -> {
			UnconfirmedTokens unconfirmedTokens = new UnconfirmedTokens();
			unconfirmedTokens.add(TOKEN, TTL, false, 0);
			Interleavings.both(() -> {
				List<Release> batch = unconfirmedTokens.due(1);
				unconfirmedTokens.swept(batch, Collections.nCopies(batch.size(), ReleaseReply.NOT_MINE), 2);
			}, () -> unconfirmedTokens.add(TOKEN, TTL, true, 1));
			Interleavings.require(unconfirmedTokens.size() == 1, FORGOTTEN);
			Interleavings.require(!unconfirmedTokens.due(1 + TTL).isEmpty(), "it is due again");
		});
	}

	@Test
	void removalByTokenAloneIsCaught() {
		Interleavings.checkFails(() -> {
			ConcurrentHashMap<String, Boolean> lateByToken = new ConcurrentHashMap<>();
			lateByToken.put("us:1", false);
			Interleavings.both(() -> {
				if (!Boolean.TRUE.equals(lateByToken.get("us:1"))) {
					lateByToken.remove("us:1");
				}
			}, () -> lateByToken.merge("us:1", true, Boolean::logicalOr));
			Interleavings.require(lateByToken.size() == 1, FORGOTTEN);
		}, FORGOTTEN);
	}

	@Test
	void leasePutBackByItsRenewalIsCaught() {
		Interleavings.checkFails(() -> {
			ConcurrentHashMap<String, Long> deadlines = new ConcurrentHashMap<>();
			deadlines.put("k", 1L);
			Interleavings.both(() -> deadlines.remove("k"), () -> {
				if (deadlines.containsKey("k")) {
					deadlines.put("k", 2L);
				}
			});
			Interleavings.require(deadlines.isEmpty(), CAME_BACK);
		}, CAME_BACK);
	}

}
