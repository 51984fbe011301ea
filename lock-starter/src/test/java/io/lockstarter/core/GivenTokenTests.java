package io.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.testsupport.Patience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** A token that was given out never releases the hold of a later caller (rule C). */
@Timeout(60)
class GivenTokenTests {

	private final TestInstance instance = new TestInstance(new InMemoryLockStore());

	@AfterEach
	void close() {
		this.instance.close();
	}

	@Test
	void tokenThatIsAskedForAfterTheReleaseReleasesNobody() throws Exception {
		LockHandle first = locks().acquire("k");
		CompletableFuture<LockHandle> second = waiting();
		first.close();
		LockHandle next = second.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
		assertReleasesNobody(first.token(), next);
	}

	@Test
	void tokenOfANestedHandleThatWasReleasedReleasesNobodyElse() throws Exception {
		LockHandle outer = locks().acquire("k");
		LockHandle inner = locks().acquire("k");
		inner.close();
		String token = inner.token();
		CompletableFuture<LockHandle> second = waiting();
		outer.close();
		assertReleasesNobody(token, second.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS));
	}

	@Test
	void tokenThatIsAskedForWhileAnotherThreadReleasesReleasesNobodyElse() throws Exception {
		for (int i = 0; i < 500; i++) {
			LockHandle first = locks().acquire("k");
			CompletableFuture<LockHandle> second = waiting();
			CompletableFuture<String> token = new CompletableFuture<>();
			Thread other = new Thread(() -> token.complete(first.token()));
			other.start();
			first.close();
			LockHandle next = second.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
			assertReleasesNobody(token.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS), next);
			next.close();
		}
	}

	@Test
	void tokenThatWasAskedForInTimeStaysTheSame() {
		LockHandle handle = locks().acquire("k");
		String token = handle.token();
		assertThat(this.instance.locks().inspect("k").orElseThrow().token()).isEqualTo(token);
		handle.close();
		assertThat(handle.token()).isEqualTo(token);
	}

	private void assertReleasesNobody(String token, LockHandle next) {
		assertThat(locks().release("k", token)).isFalse();
		assertThat(next.isHeld()).isTrue();
	}

	private CompletableFuture<LockHandle> waiting() {
		CompletableFuture<LockHandle> future = locks()
			.acquireAsync(LockRequest.of("k").withWaitTime(Duration.ofMinutes(1)))
			.toCompletableFuture();
		assertThat(this.instance.locks().waiting("k")).isOne();
		return future;
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

}
