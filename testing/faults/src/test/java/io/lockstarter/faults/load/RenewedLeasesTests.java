package io.lockstarter.faults.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests that one watchdog renews 10,000 leases. */
@Tag("faults")
class RenewedLeasesTests {

	private static final int LEASES = 10_000;

	private static final Duration TTL = Duration.ofSeconds(30);

	private static final Duration DURATION = Duration.ofSeconds(Long.getLong("load.leases.seconds", 20));

	@Test // 37, 46
	void watchdogRenewsManyLeasesWithoutALoss() {
		assertThat(DURATION).as("a time in which each is renewed").isGreaterThan(TTL.dividedBy(3));
		try (LoadedApplication application = new LoadedApplication(TTL)) {
			List<LockHandle> handles = new ArrayList<>();
			for (int i = 0; i < LEASES; i++) {
				handles.add(application.locks().acquire(LockRequest.of("order:" + i)));
			}
			long before = application.calls("pexpire");
			long end = System.nanoTime() + DURATION.toNanos();
			// On a busy machine, the last renewals may come after the duration. Without
			// them, the leases are lost.
			await().atMost(DURATION.plus(TTL.multipliedBy(2))).pollInterval(Duration.ofSeconds(1)).until(() -> {
				assertThat(application.lost()).as("leases lost").isZero();
				return System.nanoTime() > end && application.calls("pexpire") - before >= LEASES;
			});
			long renewals = application.calls("pexpire") - before;
			assertThat(handles).as("held until the end").allMatch(LockHandle::isHeld);
			assertThat(application.keys()).isEqualTo(LEASES);
			LoadReport.report("leases", "%,d leases with a ttl of %d s were held for %d s: %,d renewals, %d lost."
				.formatted(LEASES, TTL.toSeconds(), DURATION.toSeconds(), renewals, application.lost()));
			assertThat(handles).as("released by their holder").allMatch(LockHandle::release);
			assertThat(application.keys()).isZero();
		}
	}

}
