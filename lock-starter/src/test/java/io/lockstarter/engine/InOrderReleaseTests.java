package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.WorkerLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests asynchronous releases over a connection that keeps the order of commands. The
 * next caller does not wait for the reply either.
 */
class InOrderReleaseTests {

	private static final LockRequest K = LockRequest.of("k")
		.withReleaseMode(ReleaseMode.ASYNC)
		.withWaitTime(Duration.ZERO);

	private static final LockRequest OTHER = LockRequest.of("other").withReleaseMode(ReleaseMode.SYNC);

	private final InMemoryLockStore server = new InMemoryLockStore();

	private final Deque<CompletableFuture<ReleaseReply>> unanswered = new ArrayDeque<>();

	private final List<LockLostException.Reason> losses = Collections.synchronizedList(new ArrayList<>());

	private final TestInstance instance = new TestInstance(new FaultyStore(this.server) {

		@Override
		public AsyncLockStore async(Executor workers) {
			return new WorkerLockStore(this, workers) {

				@Override
				public CompletionStage<ReleaseReply> release(Release entry) {
					InOrderReleaseTests.this.server.release(entry);
					CompletableFuture<ReleaseReply> reply = new CompletableFuture<>();
					InOrderReleaseTests.this.unanswered.add(reply);
					return reply;
				}

			};
		}

		@Override
		public boolean sendsInOrder() {
			return true;
		}

	}, new LockListener() {

		@Override
		public void lost(LockEvent.Lost event) {
			InOrderReleaseTests.this.losses.add(event.reason());
		}

	});

	@AfterEach
	void close() {
		this.unanswered.forEach((reply) -> reply.complete(ReleaseReply.RELEASED));
		this.instance.close();
	}

	@Test
	void nextCallerDoesNotWaitForTheReply() {
		for (int i = 0; i < 3; i++) {
			assertThat(this.instance.locks().tryAcquire(K)).hasValueSatisfying(LockHandle::close);
		}
		assertThat(this.unanswered).hasSize(3);
		this.unanswered.forEach((reply) -> reply.complete(ReleaseReply.RELEASED));
		assertThat(this.instance.entries()).isZero();
		assertThat(this.losses).isEmpty();
	}

	@Test
	void lateFailureDoesNotAffectTheNextHolder() {
		this.instance.locks().acquire(K).close();
		LockHandle next = this.instance.locks().acquire(K);
		this.unanswered.remove().completeExceptionally(new IllegalStateException("reply lost"));
		await().until(() -> this.instance.entries() == 1);
		assertThat(next.isHeld()).isTrue();
		assertThat(this.server.inspect("k"))
			.hasValueSatisfying((holder) -> assertThat(holder.token()).isEqualTo(next.token()));
		assertThat(this.losses).isEmpty();
		next.close();
	}

	@Test
	void lossInTheReplyIsReported() {
		this.instance.locks().acquire(K).close();
		LockHandle next = this.instance.locks().acquire(K);
		this.unanswered.remove().complete(ReleaseReply.NOT_MINE);
		await().untilAsserted(() -> assertThat(this.losses).containsExactly(LockLostException.Reason.NOT_OURS));
		assertThat(next.isHeld()).isTrue();
		next.close();
	}

	@Test
	void closingWaitsForTheReply() {
		this.instance.locks().acquire(K).close();
		CompletableFuture<Void> closing = CompletableFuture
			.runAsync(() -> this.instance.locks().close(Duration.ofSeconds(30)));
		await().untilAsserted(() -> assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.instance.locks().tryAcquire(OTHER).ifPresent(LockHandle::close))
			.matches((ex) -> ex.reason() == Reason.SHUTDOWN));
		await().during(Duration.ofMillis(100)).until(() -> !closing.isDone());
		this.unanswered.remove().complete(ReleaseReply.RELEASED);
		await().until(closing::isDone);
	}

}
