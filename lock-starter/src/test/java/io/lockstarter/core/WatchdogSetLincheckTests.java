package io.lockstarter.core;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockHandle;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LeaseBook;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What the watchdog keeps: a lease that is released while it is renewed does not come
 * back, and a doubt that is added while it is swept is not forgotten (rules D and H).
 */
@Tag("own-jvm")
class WatchdogSetLincheckTests {

	private static final String FORGOTTEN = "a command may still bring it back";

	private static final String CAME_BACK = "what was released is renewed";

	private static final Release DOUBT = new Release("k", "us:1", 0);

	private static final long TTL = Duration.ofSeconds(30).toNanos();

	@Test
	@EnabledIfSystemProperty(named = Interleavings.COUNT_PROPERTY, matches = "\\d{4,}",
			disabledReason = "takes minutes")
	void leaseThatIsReleasedWhileItIsRenewedDoesNotComeBack() {
		// Made once: nothing is left of one run for the next.
		VirtualTime time = new VirtualTime();
		LockEngine engine = new LockEngine(new InMemoryLockStore(time), LockSettings.DEFAULT, List.of(),
				new LockThreads(time));
		Interleavings.check(() -> {
			LockHandle handle = engine.tryAcquire("k").orElseThrow();
			time.jump(Duration.ofSeconds(11));
			Interleavings.both(handle::release, () -> renewAll(engine.leases(), time.nanos()));
			Interleavings.require(!handle.isHeld(), "it is held after its release");
			LeaseBook.Round later = engine.leases().due(time.nanos() + TTL / 2);
			Interleavings.require(later.renewals().isEmpty(), CAME_BACK);
		});
	}

	private static void renewAll(LeaseBook leases, long now) {
		for (Renewal renewal : leases.due(now).renewals()) {
			leases.renewed(renewal.lease(), RenewReply.RENEWED, now, TTL);
		}
	}

	@Test
	void doubtThatIsAddedWhileItIsSweptIsNotForgotten() {
		Interleavings.check(() -> {
			Doubts doubts = new Doubts();
			doubts.add(DOUBT, TTL, false, 0);
			Interleavings.both(() -> {
				List<Release> batch = doubts.due(1);
				doubts.swept(batch, Collections.nCopies(batch.size(), ReleaseReply.NOT_MINE), 2);
			}, () -> doubts.add(DOUBT, TTL, true, 1));
			Interleavings.require(doubts.size() == 1, FORGOTTEN);
			Interleavings.require(!doubts.due(1 + TTL).isEmpty(), "it is due again");
		});
	}

	@Test
	void doubtThatIsRemovedByItsTokenAloneIsCaught() {
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
	void leaseThatIsPutBackWhenItIsRenewedIsCaught() {
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
