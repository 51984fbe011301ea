package io.lockstarter;

import java.time.Duration;

import io.lockstarter.internal.Limits;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LockRequestTests {

	private static final LockRequest K = LockRequest.of("k");

	@Test
	void withMethodChangesOnlyItsComponent() {
		LockRequest request = K.withName("k:#<id>")
			.withTtl(Duration.ofSeconds(1))
			.withWaitTime(Duration.ofSeconds(2))
			.withRenew(false)
			.withMaxHold(Duration.ofSeconds(4))
			.withMinHold(Duration.ofSeconds(3))
			.withReleaseMode(ReleaseMode.ASYNC)
			.withFencing(true);
		assertThat(request)
			.hasToString("LockRequest[key=k, name=k:#<id>, ttl=PT1S, waitTime=PT2S, renew=false, maxHold=PT4S, "
					+ "minHold=PT3S, releaseMode=ASYNC, fencing=true]")
			.isEqualTo(request.withKey("k"))
			.hasSameHashCodeAs(request.withKey("k"))
			.isNotEqualTo(request.withFencing(false));
		assertThat(K).as("the original").isEqualTo(LockRequest.of("k"));
	}

	@Test
	void typeAndPermitsSurviveOtherChanges() {
		LockRequest request = K.withType(LockType.SEMAPHORE)
			.withPermits(3)
			.withName("n")
			.withTtl(Duration.ofSeconds(1))
			.withWaitTime(Duration.ZERO)
			.withRenew(false)
			.withMaxHold(Duration.ofSeconds(4))
			.withMinHold(Duration.ofSeconds(3))
			.withReleaseMode(ReleaseMode.ASYNC)
			.withFencing(false);
		assertThat(request.type()).isEqualTo(LockType.SEMAPHORE);
		assertThat(request.permits()).isEqualTo(3);
		assertThat(K.type()).isEqualTo(LockType.EXCLUSIVE);
		assertThat(K.permits()).isZero();
	}

	@Test
	void permitsSetTheTypeAndAnotherTypeRemovesThem() {
		LockRequest semaphore = K.withPermits(3);
		assertThat(semaphore).isEqualTo(K.withType(LockType.SEMAPHORE).withPermits(3));
		assertThat(K.withType(LockType.READ).withPermits(3)).isEqualTo(semaphore);
		assertThat(semaphore.withType(LockType.FAIR)).isEqualTo(K.withType(LockType.FAIR));
		assertThat(semaphore.withType(LockType.SEMAPHORE)).isEqualTo(semaphore);
		assertThatIllegalArgumentException().isThrownBy(() -> K.withFencing(true).withPermits(3))
			.withMessageContaining("SEMAPHORE");
		assertThatIllegalArgumentException().isThrownBy(() -> K.withPermits(0)).withMessageContaining("permits '0'");
	}

	@Test
	void textContainsTheKeyAndWhatDiffersFromTheDefaults() {
		assertThat(K).hasToString("LockRequest[key=k]");
		assertThat(K.withPermits(3).withWaitTime(LockRequest.FOREVER))
			.hasToString("LockRequest[key=k, type=SEMAPHORE, permits=3, waitTime=forever]");
	}

	@Test
	void changedKeyAndNameAreChecked() {
		assertThatIllegalArgumentException().isThrownBy(() -> K.withKey("~k"));
		assertThatIllegalArgumentException().isThrownBy(() -> K.withKey("x".repeat(Limits.MAX_KEY_LENGTH + 1)));
		assertThatIllegalArgumentException().isThrownBy(() -> K.withName(" "));
	}

	@Test
	void keysOfTheLibraryAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of("~fence:{lock:a}"))
			.withMessageContaining("'~fence:{lock:a}'")
			.withMessageContaining("reserved");
		assertThat(LockRequest.of("a~b").key()).isEqualTo("a~b");
	}

	@Test
	void valuesAtTheLimitsAreAccepted() {
		K.withTtl(Limits.MIN_TTL).withTtl(Limits.MAX_DURATION);
		K.withWaitTime(Duration.ZERO).withWaitTime(Limits.MAX_DURATION).withWaitTime(LockRequest.FOREVER);
		LockRequest.of("x".repeat(Limits.MAX_KEY_LENGTH));
	}

}
