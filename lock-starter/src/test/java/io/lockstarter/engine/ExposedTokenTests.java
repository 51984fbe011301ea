package io.lockstarter.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an exposed token never releases the hold of a later caller: rule C (exposed
 * tokens).
 */
@Timeout(60)
class ExposedTokenTests {

	private final TestInstance instance = new TestInstance(new InMemoryLockStore());

	@AfterEach
	void close() {
		this.instance.close();
	}

	@Test
	void tokenReadAfterTheReleaseDoesNotReleaseTheNextHold() throws Exception {
		LockHandle first = locks().acquire("k");
		CompletableFuture<LockHandle> second = waiting();
		first.close();
		LockHandle next = second.get(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS);
		assertDoesNotRelease(first.token(), next);
	}

	@Test
	void tokenOfAReleasedNestedHandleDoesNotReleaseTheNextHold() throws Exception {
		LockHandle outer = locks().acquire("k");
		LockHandle inner = locks().acquire("k");
		inner.close();
		String token = inner.token();
		CompletableFuture<LockHandle> second = waiting();
		outer.close();
		assertDoesNotRelease(token, second.get(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS));
	}

	@Test
	void tokenReadDuringTheReleaseDoesNotReleaseTheNextHold() throws Exception {
		for (int i = 0; i < 500; i++) {
			LockHandle first = locks().acquire("k");
			CompletableFuture<LockHandle> second = waiting();
			CompletableFuture<String> token = new CompletableFuture<>();
			Thread other = new Thread(() -> token.complete(first.token()));
			other.start();
			first.close();
			LockHandle next = second.get(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS);
			assertDoesNotRelease(token.get(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS), next);
			next.close();
		}
	}

	@Test
	void tokenReadBeforeTheReleaseStaysTheSame() {
		LockHandle handle = locks().acquire("k");
		String token = handle.token();
		assertThat(this.instance.locks().inspect("k").orElseThrow().holder().token()).isEqualTo(token);
		handle.close();
		assertThat(handle.token()).isEqualTo(token);
	}

	private void assertDoesNotRelease(String token, LockHandle next) {
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
