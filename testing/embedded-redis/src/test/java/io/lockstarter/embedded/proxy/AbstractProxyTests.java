package io.lockstarter.embedded.proxy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.embedded.resp.RespFrame;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

import static org.awaitility.Awaitility.await;

/** Has a Redis, a proxy in front of it, and a direct connection to Redis. */
abstract class AbstractProxyTests {

	static final Duration LONG = Duration.ofSeconds(30);

	static final Duration SHORT = Duration.ofMillis(200);

	static EmbeddedRedis redis;

	TcpProxy proxy;

	RespConnection direct;

	@BeforeAll
	static void startRedis() {
		redis = EmbeddedRedis.start();
	}

	@AfterAll
	static void stopRedis() {
		redis.close();
	}

	@BeforeEach
	void connect() throws IOException {
		this.proxy = TcpProxy.to(redis.host(), redis.port());
		this.direct = RespConnection.open(redis.host(), redis.port(), LONG);
		this.direct.call("FLUSHALL");
	}

	@AfterEach
	void close() throws IOException {
		this.direct.close();
		this.proxy.close();
	}

	RespConnection client(Duration timeout) throws IOException {
		return RespConnection.open(this.proxy.host(), this.proxy.port(), timeout);
	}

	/** Reads the next reply with many short time-outs. */
	static RespFrame reply(RespConnection client) {
		return await().ignoreException(SocketTimeoutException.class).until(client::receive, Objects::nonNull);
	}

	String stored(String key) throws IOException {
		return this.direct.call("GET", key).text();
	}

}
