package io.lockstarter.redis;

import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.LostReply;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static io.lockstarter.redis.FailureAssertions.everyWriteFails;
import static io.lockstarter.redis.FailureAssertions.fails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Checks the outcome after each kind of connection failure. */
@ParameterizedClass
@EnumSource(RedisClient.class)
@Timeout(60)
class ConnectionFailureTests {

	private final RedisClient client;

	private final RedisFixture redis = RedisFixture.start();

	ConnectionFailureTests(RedisClient client) {
		this.client = client;
	}

	@AfterEach
	void stop() {
		this.redis.close();
	}

	@Test
	void stoppedServerIsNotApplied() {
		LockStore store = store();
		this.redis.server().kill();
		everyWriteFails(store, Outcome.NOT_APPLIED, "no connection", "whether the server runs");
	}

	@Test
	void stoppedFactoryIsNotApplied() {
		RedisConnectionFactory factory = this.redis.connect(this.client);
		this.client.stop(factory);
		everyWriteFails(new RedisLockStore(factory, "lock:"), Outcome.NOT_APPLIED, "no connection", "nothing was sent");
	}

	@Test
	void failedConnectionOnDemandIsNotApplied() {
		RedisConnectionFactory factory = this.redis.connect(this.client);
		this.client.shareNothing(factory);
		LockStore store = new RedisLockStore(factory, "lock:");
		this.redis.server().kill();
		everyWriteFails(store, Outcome.NOT_APPLIED, "no connection", "whether the server runs");
	}

	@Test
	void exhaustedPoolIsNotApplied() {
		RedisConnectionFactory factory = RedisFixture.ready(this.redis.connectWithPoolOfOne(this.client));
		LockStore store = new RedisLockStore(factory, "lock:");
		try (RedisConnection other = factory.getConnection()) {
			other.multi();
			everyWriteFails(store, Outcome.NOT_APPLIED, "no connection", "nothing was sent");
		}
		assertThat(store.acquire("key", "mine", 1000)).isTrue();
	}

	@Test
	void timeOutIsUnknown() {
		try (TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port())) {
			LockStore store = new RedisLockStore(RedisFixture.ready(this.redis.connect(this.client, proxy.port())),
					"lock:");
			proxy.always(new SlowReply(RedisFixture.TIMEOUT.multipliedBy(2)), Command.named("SET"));
			fails(() -> store.acquire("key", "mine", 100_000), Outcome.UNKNOWN, "did not answer in time",
					"The server may be down", "Check whether the server runs", "may have been");
			// The proxy may pass the command on only after the caller has given up.
			await().untilAsserted(() -> assertThat(this.redis.command("GET", "lock:key").text()).isEqualTo("mine"));
		}
	}

	@Test
	void connectionThatEndsBeforeTheReplyIsUnknown() {
		try (TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port())) {
			LockStore store = new RedisLockStore(RedisFixture.ready(this.redis.connect(this.client, proxy.port())),
					"lock:");
			proxy.always(LostReply.thenReset(), Command.named("SET", "EVAL", "EVALSHA"));
			everyWriteFails(store, Outcome.UNKNOWN, "may have been applied", "Check the network");
		}
	}

	@Test
	void interruptIsUnknownAndStaysSet() {
		LockStore store = new RedisLockStore(RedisFixture.ready(this.redis.connect(this.client)), "lock:");
		Thread.currentThread().interrupt();
		try {
			assertThat(store.acquire("key", "mine", 1000)).isTrue();
		}
		catch (StoreException ex) {
			assertThat(ex.outcome()).isIn(Outcome.UNKNOWN, Outcome.NOT_APPLIED);
		}
		assertThat(Thread.interrupted()).isTrue();
	}

	private LockStore store() {
		return new RedisLockStore(this.redis.connect(this.client), "lock:");
	}

}
