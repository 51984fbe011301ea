package io.lockstarter.redis;

import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestLease;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tests the asynchronous commands over the shared connection. */
class LettuceLockStoreTests {

	private static final QueueRequest WAIT = new QueueRequest(10_000, 10_000, false, false);

	private static RedisFixture redis;

	private static LettuceConnectionFactory factory;

	private RedisLockStore store;

	private AsyncLockStore async;

	/** Fails if a command needs a worker, since none should. */
	private final Executor noWorkers = (task) -> {
		throw new AssertionError("a worker was needed");
	};

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
		factory = (LettuceConnectionFactory) RedisFixture.ready(redis.connect(RedisClient.LETTUCE));
	}

	@AfterAll
	static void stop() {
		factory.destroy();
		redis.close();
	}

	@BeforeEach
	void connect() {
		redis.command("FLUSHALL");
		this.store = new RedisLockStore(factory, "lock:");
		this.async = this.store.async(this.noWorkers);
		this.store.acquire("connected", token(0), 10_000);
		this.store.release(new Release("connected", token(0), 0));
	}

	/** The queue accepts waiters only behind a token of this format. */
	private static String token(int number) {
		return "app-AAAAAAAAAAAAAAAAAAAAAA:" + number + ":1";
	}

	private static <T> T get(CompletionStage<T> reply) throws Exception {
		return reply.toCompletableFuture().get(30, TimeUnit.SECONDS);
	}

	@Test
	void everyCommandReturnsTheSameAsItsBlockingForm() throws Exception {
		assertThat(get(this.async.acquire("k", token(1), 10_000))).isTrue();
		assertThat(get(this.async.acquire("k", token(2), 10_000))).isFalse();
		assertThat(get(this.async.contend("k", token(1), 10_000, null))).isEqualTo(Contention.WON);
		Contention busy = get(this.async.contend("k", token(2), 10_000, WAIT));
		assertThat(busy.holder()).extracting(Holder::token).isEqualTo(token(1));
		assertThat(busy.queued()).isTrue();
		assertThat(get(this.async.fence("k", token(1), 10_000, 1))).isPositive();
		assertThat(get(this.async.inspect("k"))).map(Holder::token).contains(token(1));
		GiveWayReply reply = get(this.async.giveWay("k", token(1), 10_000, token(3), WAIT));
		assertThat(reply.released()).isEqualTo(ReleaseReply.RELEASED);
		assertThat(get(this.async.inspect("k"))).map(Holder::token).contains(token(2));
		assertThat(get(this.async.release(new Release("k", token(1), 0)))).isEqualTo(ReleaseReply.NOT_MINE);
		assertThat(get(this.async.release(new Release("k", token(2), 0)))).isEqualTo(ReleaseReply.RELEASED);
		get(this.async.release(new Release("k", token(3), 0)));
		assertThat(get(this.async.acquireFenced("f", token(4), 10_000, 2))).isPositive();
		assertThat(get(this.async.acquireFenced("f", token(5), 10_000, 2))).isZero();
	}

	@Test
	void batchesNeedAWorker() throws Exception {
		AsyncLockStore onCaller = this.store.async(Runnable::run);
		this.store.acquire("k", token(1), 10_000);
		assertThat(get(onCaller.renew(List.of(new Renewal(new TestLease("k", token(1)), 20_000)))))
			.containsExactly(RenewReply.RENEWED);
		assertThat(get(onCaller.releaseAll(List.of(new Release("k", token(1), 0)))))
			.containsExactly(ReleaseReply.RELEASED);
	}

	@Test
	void errorOfTheServerIsRefused() {
		redis.command("LPUSH", "lock:list", "x");
		// A worker finds out which locks use the key.
		AsyncLockStore withWorkers = this.store.async((task) -> new Thread(task).start());
		assertThatThrownBy(() -> get(withWorkers.contend("list", token(1), 10_000, WAIT))).cause()
			.isInstanceOfSatisfying(StoreException.class, (ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.REFUSED));
	}

	@Test
	void unknownScriptIsSentAgain() throws Exception {
		redis.command("SCRIPT", "FLUSH");
		assertThat(get(this.async.contend("k", token(1), 10_000, WAIT))).isEqualTo(Contention.WON);
	}

	/** If a connection breaks, its commands fail with a network exception. */
	@Test
	void brokenConnectionIsNotARefusal() {
		LettuceTransport wire = new LettuceTransport(factory, new RedisWorkers(), new ConnectionWait(() -> 1000));
		for (IOException broken : List.of(new SocketException("Connection reset"), new IOException("Broken pipe"))) {
			assertThat(RedisFailures.translate("acquire lock 'k'", wire.translated(broken)).outcome())
				.isEqualTo(Outcome.UNKNOWN);
		}
	}

}
