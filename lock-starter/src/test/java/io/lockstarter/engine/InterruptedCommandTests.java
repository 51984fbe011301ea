package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.redis.ReplicaAcks;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests that an interrupt during a command does not make the command fail. */
@Timeout(120)
@ParameterizedClass
@EnumSource
class InterruptedCommandTests {

	private static final LockRequest KEY = LockRequest.of("key").withWaitTime(Duration.ofSeconds(20));

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port());

	private final List<Boolean> confirmed = new CopyOnWriteArrayList<>();

	private final TestInstance instance;

	InterruptedCommandTests(Way way) {
		this.instance = new TestInstance(way.store(this.redis, this.proxy.port()), new LockListener() {
			@Override
			public void released(LockEvent.Released event) {
				InterruptedCommandTests.this.confirmed.add(event.confirmed());
			}
		});
		// The first connection may take a long time.
		await().ignoreExceptions().until(() -> {
			this.instance.locks().acquire(LockRequest.of("warm-up").withTtl(Duration.ofSeconds(2))).close();
			return true;
		});
		// After a failed attempt, a sweep would use the connection that a test needs.
		await().until(() -> this.instance.entries() == 0 && !this.confirmed.isEmpty());
		this.confirmed.clear();
	}

	@AfterEach
	void close() {
		this.proxy.heal();
		this.instance.close();
		this.proxy.close();
		this.redis.close();
	}

	@Test
	void interruptedTryAcquireReceivesItsReply() {
		Caller<Optional<LockHandle>> caller = interruptedWhile(() -> locks().tryAcquire("key"));
		assertThat(caller.result()).isPresent();
		assertThat(caller.wasInterrupted()).isTrue();
	}

	@Test
	void interruptedTryAcquireReceivesTheReplyOfAPausedServer() {
		// The pause lasts until the interrupt, however late it is. It affects only
		// writes,
		// since a pause of all commands would delay UNPAUSE as well.
		this.redis.command("CLIENT", "PAUSE", "60000", "WRITE");
		Caller<Optional<LockHandle>> caller = new Caller<>(() -> locks().tryAcquire("key"));
		await().until(() -> caller.thread.getState() != Thread.State.RUNNABLE);
		caller.thread.interrupt();
		this.redis.command("CLIENT", "UNPAUSE");
		assertThat(caller.result()).isPresent();
		assertThat(caller.wasInterrupted()).isTrue();
	}

	@Test
	void interruptedReleaseIsConfirmed() {
		LockHandle handle = locks().acquire(KEY);
		Caller<Boolean> caller = interruptedWhile(handle::release);
		assertThat(caller.result()).isTrue();
		assertThat(caller.wasInterrupted()).isTrue();
		await().untilAsserted(() -> assertThat(this.confirmed).containsExactly(true));
	}

	@Test
	void interruptedExtendAndInspectReceiveTheirReply() {
		LockHandle handle = locks().acquire(KEY);
		Caller<Boolean> extending = interruptedWhile(() -> {
			handle.extend(Duration.ofMinutes(2));
			return handle.isHeld();
		});
		assertThat(extending.result()).isTrue();
		assertThat(extending.wasInterrupted()).isTrue();
		Caller<Boolean> inspecting = interruptedWhile(() -> locks().inspect("key").isPresent());
		assertThat(inspecting.result()).isTrue();
		assertThat(inspecting.wasInterrupted()).isTrue();
	}

	@Test
	void interruptedAcquireIsRefusedAndLeavesNoKey() {
		Caller<Reason> caller = interruptedWhile(() -> refusal(KEY));
		assertThat(caller.result()).isEqualTo(Reason.INTERRUPTED);
		assertThat(caller.wasInterrupted()).isTrue();
		await().untilAsserted(() -> {
			assertThat(this.redis.command("KEYS", "lock:*").items()).isEmpty();
			assertThat(this.instance.entries()).isZero();
		});
	}

	@Test
	void interruptDoesNotAffectAnotherWaiter() {
		this.redis.command("SET", "lock:key", "other:1");
		long before = this.proxy.heldBack();
		this.proxy.blackHole();
		Caller<Reason> first = new Caller<>(() -> refusal(KEY));
		Caller<Optional<LockHandle>> second = null;
		try {
			// It is the first waiter, and its command was sent.
			await().until(() -> locks().waiting("key") == 1);
			await().until(() -> this.proxy.heldBack() > before);
			second = new Caller<>(() -> locks().tryAcquire(KEY.withWaitTime(TestTimeouts.LIMIT)));
			await().until(() -> locks().waiting("key") == 2);
			first.thread.interrupt();
		}
		finally {
			this.proxy.heal();
		}
		assertThat(first.result()).isEqualTo(Reason.INTERRUPTED);
		assertThat(second.result).as("it still waits").isNotDone();
		this.redis.command("DEL", "lock:key");
		assertThat(second.result()).isPresent();
		assertThat(second.wasInterrupted()).isFalse();
	}

	/** Interrupts a caller whose command was sent and has no reply yet. */
	private <T> Caller<T> interruptedWhile(Callable<T> call) {
		long before = this.proxy.heldBack();
		this.proxy.blackHole();
		try {
			Caller<T> caller = new Caller<>(call);
			await().until(() -> this.proxy.heldBack() > before);
			caller.thread.interrupt();
			await().until(() -> !caller.thread.isInterrupted() || caller.result.isDone());
			return caller;
		}
		finally {
			this.proxy.heal();
		}
	}

	private Reason refusal(LockRequest request) {
		try {
			locks().acquire(request);
		}
		catch (LockNotAcquiredException ex) {
			return ex.reason();
		}
		throw new AssertionError("It was acquired");
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

	/** A caller on a thread of its own. */
	private static final class Caller<T> {

		private final CompletableFuture<T> result = new CompletableFuture<>();

		private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();

		private final Thread thread;

		Caller(Callable<T> call) {
			this.thread = new Thread(() -> {
				try {
					this.result.complete(call.call());
				}
				catch (Throwable ex) {
					this.result.completeExceptionally(ex);
				}
				this.interrupted.complete(Thread.currentThread().isInterrupted());
			});
			this.thread.setDaemon(true);
			this.thread.start();
		}

		T result() {
			assertThat(this.result).succeedsWithin(TestTimeouts.LIMIT);
			return this.result.join();
		}

		boolean wasInterrupted() {
			return this.interrupted.join();
		}

	}

	/** The transport of commands. */
	enum Way {

		SHARED, NOT_SHARED, DEDICATED, JEDIS;

		LockStore store(RedisFixture redis, int port) {
			RedisConnectionFactory factory = redis.connect((this == JEDIS) ? RedisClient.JEDIS : RedisClient.LETTUCE,
					port);
			if (this == NOT_SHARED) {
				RedisClient.LETTUCE.shareNothing(factory);
			}
			return new RedisLockStore(factory, "lock:",
					(this == DEDICATED) ? new ReplicaAcks(1, Duration.ofMillis(1), false) : ReplicaAcks.NONE);
		}

	}

}
