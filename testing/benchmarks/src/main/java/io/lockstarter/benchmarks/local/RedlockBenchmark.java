package io.lockstarter.benchmarks.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.redlock.NodeUri;
import io.lockstarter.redlock.RedlockSettings;
import io.lockstarter.redlock.RedlockStore;
import io.lockstarter.store.MonotonicClock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Measures one uncontended acquire and release on five masters, and on one server. All
 * servers run on this machine.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class RedlockBenchmark {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final List<AutoCloseable> resources = new ArrayList<>();

	@SuppressWarnings("NullAway.Init")
	private LockEngine five;

	@SuppressWarnings("NullAway.Init")
	private LockEngine one;

	@Setup
	public void start() {
		List<NodeUri> nodes = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			EmbeddedRedis node = server();
			nodes.add(NodeUri.parse("redis://" + node.host() + ":" + node.port()));
		}
		RedlockStore masters = new RedlockStore(
				new RedlockSettings(nodes, Duration.ofSeconds(1), 0.01, "lock:", LockSettings.DEFAULT.ttl()), null);
		masters.awaitConnected(LIMIT);
		this.resources.add(masters);
		this.five = new LockEngine(masters, LockSettings.DEFAULT, List.of(), this.threads);
		this.one = new LockEngine(single(), LockSettings.DEFAULT, List.of(), this.threads);
	}

	/** Sets a time-out for each command, as Spring Boot does. */
	private RedisLockStore single() {
		EmbeddedRedis server = server();
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(server.host(), server.port()),
				LettuceClientConfiguration.builder()
					.clientOptions(ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled()).build())
					.build());
		factory.afterPropertiesSet();
		factory.start();
		this.resources.add(factory::destroy);
		return new RedisLockStore(factory, "lock:");
	}

	private EmbeddedRedis server() {
		EmbeddedRedis server = EmbeddedRedis.start();
		this.resources.add(server);
		return server;
	}

	@TearDown
	public void stop() throws Exception {
		this.threads.close();
		for (int i = this.resources.size() - 1; i >= 0; i--) {
			this.resources.get(i).close();
		}
	}

	@Benchmark
	public boolean fiveMasters() {
		return this.five.acquire("order:4711").release();
	}

	@Benchmark
	public boolean oneServer() {
		return this.one.acquire("order:4711").release();
	}

}
