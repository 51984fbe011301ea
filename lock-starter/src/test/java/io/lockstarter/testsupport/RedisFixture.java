package io.lockstarter.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.embedded.resp.RespFrame;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Redis server for a test class, with any number of clients. Closing it stops all of
 * them. For one test thread.
 */
public final class RedisFixture implements AutoCloseable {

	/** The time-out of every command of every client, unless the fixture is patient. */
	public static final Duration TIMEOUT = Duration.ofSeconds(2);

	private static final Duration LONG_TIMEOUT = Duration.ofSeconds(15);

	/** Finds keys with the names, types or values of the library that never expire. */
	private static final String WITHOUT_EXPIRY = """
			local found = {}
			for _, key in ipairs(redis.call('KEYS', '*')) do
				local type = redis.call('TYPE', key).ok
				local ours = type == 'zset' or key:find('~', 1, true)
						or type == 'string' and redis.call('GET', key):find('^%S+-[%w_-]+:%w+:')
				if ours and redis.call('PTTL', key) == -1 then
					found[#found + 1] = key
				end
			end
			return found
			""";

	private final List<Runnable> clients = new ArrayList<>();

	private final EmbeddedRedis server;

	private Duration timeout = TIMEOUT;

	private RedisFixture(EmbeddedRedis server) {
		this.server = server;
	}

	/** Starts a server with these options: {@code start("--maxmemory", "1mb")}. */
	public static RedisFixture start(String... options) {
		return new RedisFixture(EmbeddedRedis.builder().allowDebug().args(options).start());
	}

	/**
	 * Gives all later clients a long time-out, for tests in which every command is
	 * answered. Otherwise a machine that stalls for two seconds fails the test.
	 */
	public RedisFixture patient() {
		this.timeout = LONG_TIMEOUT;
		return this;
	}

	public EmbeddedRedis server() {
		return this.server;
	}

	public RedisConnectionFactory connect(RedisClient client) {
		return connect(client, this.server.port());
	}

	/** Connects through another port of this machine, for example that of a proxy. */
	public RedisConnectionFactory connect(RedisClient client, int port) {
		return connect(client, new RedisStandaloneConfiguration(this.server.host(), port));
	}

	public RedisConnectionFactory connectAs(RedisClient client, String user, String password) {
		RedisStandaloneConfiguration where = new RedisStandaloneConfiguration(this.server.host(), this.server.port());
		where.setUsername(user);
		where.setPassword(password);
		return connect(client, where);
	}

	public RedisConnectionFactory connectToCluster(RedisClient client) {
		return connect(client, new RedisClusterConfiguration(List.of(this.server.host() + ":" + this.server.port())));
	}

	/** Connects to a Cluster, with a long time-out. The caller stops the client. */
	public static RedisConnectionFactory connect(RedisClient client, EmbeddedCluster cluster) {
		return client.create(new RedisClusterConfiguration(cluster.addresses()), LONG_TIMEOUT, RedisClient.ANY);
	}

	public RedisConnectionFactory connectWithPoolOfOne(RedisClient client) {
		RedisConnectionFactory factory = connect(client,
				new RedisStandaloneConfiguration(this.server.host(), this.server.port()), 1);
		client.shareNothing(factory);
		return factory;
	}

	private RedisConnectionFactory connect(RedisClient client, RedisConfiguration where) {
		return connect(client, where, RedisClient.ANY);
	}

	private RedisConnectionFactory connect(RedisClient client, RedisConfiguration where, int connections) {
		RedisConnectionFactory factory = client.create(where, this.timeout, connections);
		this.clients.add(() -> client.stop(factory));
		return factory;
	}

	/**
	 * Waits until a factory has its first connection. In a cold JVM on a busy machine,
	 * that takes longer than the time-out of a command.
	 */
	public static <T extends RedisConnectionFactory> T ready(T factory) {
		await().atMost(TIMEOUT.multipliedBy(10)).ignoreExceptions().until(() -> {
			try (RedisConnection connection = factory.getConnection()) {
				return "PONG".equals(connection.ping());
			}
		});
		return factory;
	}

	/**
	 * Sends a command on a connection of its own, and throws if the server returns an
	 * error.
	 */
	public RespFrame command(String... words) {
		try (RespConnection connection = RespConnection.open(this.server.host(), this.server.port(),
				Duration.ofSeconds(10))) {
			RespFrame reply = connection.call(words);
			if (reply.isError()) {
				throw new IllegalStateException(String.join(" ", words) + ": " + reply.text());
			}
			return reply;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the major version of Redis; Valkey reports 7. */
	public int majorVersion() {
		return Integer.parseInt(this.server.info("redis_version").split("\\.", 2)[0]);
	}

	/** Returns the number of calls of a command since the last CONFIG RESETSTAT. */
	public int calls(String command) {
		return command("INFO", "commandstats").text()
			.lines()
			.filter((line) -> line.startsWith("cmdstat_" + command + ":"))
			.map((line) -> line.replaceFirst(".*:calls=(\\d+),.*", "$1"))
			.mapToInt(Integer::parseInt)
			.sum();
	}

	/** Returns nothing if a test has given the server a password. */
	private List<String> keysWithoutExpiry() {
		try (RespConnection connection = RespConnection.open(this.server.host(), this.server.port(),
				Duration.ofSeconds(10))) {
			RespFrame reply = connection.call("EVAL", WITHOUT_EXPIRY, "0");
			if (reply.isError()) {
				assertThat(reply.text()).startsWith("NOAUTH");
				return List.of();
			}
			return reply.items().stream().map(RespFrame::text).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Stops the clients and the server. Every key of the library must have an expiry. */
	@Override
	public void close() {
		this.clients.forEach(Runnable::run);
		try {
			if (this.server.isAlive()) {
				assertThat(keysWithoutExpiry()).as("keys without expiry").isEmpty();
			}
		}
		finally {
			this.server.close();
		}
	}

}
