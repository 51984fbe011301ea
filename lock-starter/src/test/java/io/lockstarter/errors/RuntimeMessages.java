package io.lockstarter.errors;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.TlsFiles;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * Causes exceptions, refused starts and warnings on real servers, and collects their
 * messages. It replaces ports and times, which differ between runs.
 */
final class RuntimeMessages {

	private static final String KEY = "order:42";

	private static final Duration SHORT = Duration.ofSeconds(1);

	private final Map<String, String> messages = new LinkedHashMap<>();

	private final Path directory;

	RuntimeMessages(Path directory) {
		this.directory = directory;
	}

	/** Returns the messages by the mistake, as the page shows it. */
	Map<String, String> collect() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.builder()
			.tls(TlsFiles.create(this.directory))
			.user("locks", "secret", "~lock:*", "+@all", "-get", "-time")
			.start()) {
			busy(redis);
			lost(redis);
			refusedByTheServer(redis);
			down(redis);
		}
		refused("spring.autoconfigure.exclude="
				+ "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
				Starts.under(List.of()));
		warned("# spring.data.redis.timeout is not set",
				Starts.under(List.of("redis", "spring.data.redis.port=1", "distributed-lock.startup-check=off")),
				"CommandTimeoutCheck");
		return this.messages;
	}

	private void busy(EmbeddedRedis redis) {
		with(redis, (holder) -> with(redis, (locks) -> {
			try (LockHandle lock = holder.acquire(KEY)) {
				assertThat(lock.isHeld()).isTrue();
				thrown("locks.acquire(\"order:42\"); // another instance holds it", "was busy",
						() -> locks.acquire(LockRequest.of(KEY).withWaitTime(SHORT)));
				thrown("locks.acquire(LockRequest.of(\"order:42\").withWaitTime(Duration.ZERO)); // the same",
						"is held", () -> locks.acquire(LockRequest.of(KEY).withWaitTime(Duration.ZERO)));
			}
		}));
	}

	private void lost(EmbeddedRedis redis) {
		with(redis, (locks) -> {
			LockHandle deleted = locks.acquire(KEY);
			redis.command("DEL", "lock:" + KEY);
			put("lock.close(); // somebody has deleted the key in Redis", failure(deleted::close));
			LockHandle expired = locks.acquire(LockRequest.of(KEY).withTtl(SHORT).withRenew(false));
			await().until(() -> !expired.isHeld());
			put("lock.ensureHeld(); // its ttl has ended, and it was not renewed", failure(expired::ensureHeld));
		});
	}

	private void refusedByTheServer(EmbeddedRedis redis) {
		checked(redis.port(), "spring.data.redis.username=locks", "spring.data.redis.password=wrong");
		checked(redis.port(), "spring.data.redis.username=locks", "spring.data.redis.password=secret");
		notChecked(redis.port(), "spring.data.redis.ssl.enabled=true");
		notChecked(redis.tlsPort(), "spring.data.redis.ssl.enabled=false");
		checked(redis.tlsPort(), "spring.data.redis.ssl.enabled=true", "# the server's authority is not trusted");
		redis.command("CONFIG", "SET", "maxmemory", "100mb");
		redis.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
		checked(redis.port(), "# the server has maxmemory-policy allkeys-lru");
		redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
	}

	private void down(EmbeddedRedis redis) {
		with(redis, (locks) -> {
			redis.stop();
			thrown("locks.acquire(\"order:42\"); // Redis has stopped, or hangs", "did not answer in time",
					() -> locks.acquire(LockRequest.of(KEY).withWaitTime(Duration.ZERO)));
		});
		under(redis)
			.run((context) -> thrown("locks.acquire(\"order:42\"); // Redis was down at the start of the application",
					"Connection refused",
					() -> context.getBean(LockService.class).acquire(LockRequest.of(KEY).withWaitTime(Duration.ZERO))));
	}

	private static void with(EmbeddedRedis redis, Consumer<LockService> work) {
		under(redis).run((context) -> {
			RedisFixture.ready(context.getBean(RedisConnectionFactory.class));
			work.accept(context.getBean(LockService.class));
		});
	}

	private static ApplicationContextRunner under(EmbeddedRedis redis) {
		return Starts.under(List.of("redis", "spring.data.redis.port=" + redis.port(), "spring.data.redis.timeout=5s",
				"spring.data.redis.lettuce.shutdown-timeout=0", "distributed-lock.wait-time=30s",
				"distributed-lock.startup-check=off"));
	}

	private void checked(int port, String... lines) {
		String[] properties = List.of(lines).stream().filter((line) -> !line.startsWith("#")).toArray(String[]::new);
		refused(String.join("\n", lines), checking(port).withPropertyValues(properties));
	}

	private void notChecked(int port, String property) {
		warned(property, checking(port).withPropertyValues(property), "ServerCheckLifecycle");
	}

	private static ApplicationContextRunner checking(int port) {
		return Starts
			.under(List.of("redis", "spring.data.redis.port=" + port, "spring.data.redis.timeout=2s",
					"spring.data.redis.lettuce.shutdown-timeout=0", "distributed-lock.startup-check=fail"))
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class));
	}

	/** Repeats the call, since it may first fail for another reason on a busy machine. */
	private void thrown(String mistake, String reason, ThrowingCallable call) {
		await().atMost(TestTimeouts.LIMIT).untilAsserted(() -> {
			String message = failure(call);
			assertThat(message).contains(reason);
			put(mistake, message);
		});
	}

	private static String failure(ThrowingCallable call) {
		LockException failure = catchThrowableOfType(LockException.class, call);
		assertThat(failure).isNotNull();
		return failure.getClass().getSimpleName() + ": " + failure.getMessage();
	}

	private void refused(String mistake, ApplicationContextRunner runner) {
		FailureAnalysis analysis = Starts.failure(runner);
		put(mistake, analysis.getDescription().strip() + "\n\n" + String.valueOf(analysis.getAction()).strip());
	}

	private void warned(String mistake, ApplicationContextRunner runner, String logger) {
		Logger root = (Logger) LoggerFactory.getLogger("io.lockstarter");
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		root.addAppender(log);
		try {
			runner.run((context) -> assertThat(context).hasNotFailed());
		}
		finally {
			root.detachAppender(log);
		}
		List<String> lines = log.list.stream()
			.filter((event) -> event.getLevel() == Level.WARN && event.getLoggerName().endsWith("." + logger))
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
		assertThat(lines).as(mistake).hasSize(1);
		put(mistake, "WARN " + lines.get(0));
	}

	private void put(String mistake, String message) {
		this.messages.put(mistake, message.replaceAll("\\b(localhost|127\\.0\\.0\\.1):\\d+", "$1:6379")
			.replaceAll("\\(\\w+: [^:]*: Connection reset by peer\\)", "(the server closed the connection at once)")
			.replaceAll("busy for \\d+ ms", "busy for 5000 ms")
			.replaceAll("held by \\S+@\\S+ for \\d+ m?s", "held by shop@pod-7 for 12 s"));
	}

}
