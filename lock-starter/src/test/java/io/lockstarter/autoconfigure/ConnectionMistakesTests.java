package io.lockstarter.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationFailureAnalyzer;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.TlsFiles;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Checks that wrong credentials, permissions and TLS settings are found at start-up. */
@ParameterizedClass
@EachRedisClient
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class ConnectionMistakesTests {

	private static final String PORT = "spring.data.redis.port=";

	private static final String USER = "spring.data.redis.username=";

	private static final String PASSWORD = "spring.data.redis.password=";

	private static final String TLS = "spring.data.redis.ssl.enabled=true";

	private static final String TLS_OFF = "If the server does not use TLS: Set spring.data.redis.ssl.enabled=false";

	private static final String TLS_ON = "If the server uses TLS: Set spring.data.redis.ssl.enabled=true";

	@TempDir
	private static Path folder;

	private static EmbeddedRedis open;

	private static EmbeddedRedis closed;

	private final RedisClient client;

	ConnectionMistakesTests(RedisClient client) {
		this.client = client;
	}

	@BeforeAll
	static void start() {
		open = EmbeddedRedis.builder()
			.tls(TlsFiles.create(folder))
			.user("weak", "secret", "~lock:*", "+@all", "-get", "-pttl", "-time")
			.user("stranger", "secret", "~other:*", "+@all")
			.user("locked", "secret", "~lock:*", "+@all", "-select")
			.start();
		closed = EmbeddedRedis.start();
		closed.command("CONFIG", "SET", "requirepass", "right");
	}

	@AfterAll
	static void stop() {
		open.close();
		closed.close();
	}

	static Stream<ConnectionMistake> mistakes() {
		return Stream.of(
				new ConnectionMistake("no password", List.of(PORT + closed.port()), "it requires a password (NOAUTH)",
						"Set spring.data.redis.password"),
				new ConnectionMistake("wrong password", List.of(PORT + closed.port(), PASSWORD + "wrong"), "WRONGPASS",
						"Correct spring.data.redis.username and spring.data.redis.password"),
				new ConnectionMistake("unknown user",
						List.of(PORT + closed.port(), USER + "nobody", PASSWORD + "right"), "WRONGPASS",
						"Correct spring.data.redis.username and spring.data.redis.password"),
				new ConnectionMistake("no such database", List.of(PORT + open.port(), "spring.data.redis.database=99"),
						"DB index is out of range", "Correct spring.data.redis.database"),
				new ConnectionMistake("no right to choose a database",
						List.of(PORT + open.port(), USER + "locked", PASSWORD + "secret",
								"spring.data.redis.database=1"),
						"NOPERM", "Correct spring.data.redis.database"),
				new ConnectionMistake("no rights for commands",
						List.of(PORT + open.port(), USER + "weak", PASSWORD + "secret"),
						"The Redis user 'weak' needs +get +pttl +time.", "ACL SETUSER weak +get +pttl +time"),
				new ConnectionMistake("no right for the keys",
						List.of(PORT + open.port(), USER + "stranger", PASSWORD + "secret"),
						"The Redis user 'stranger' needs ~lock:*.", "ACL SETUSER stranger ~lock:*"),
				new ConnectionMistake("authority that is not trusted", List.of(PORT + open.tlsPort(), TLS),
						"unable to find valid certification path", "spring.data.redis.ssl.bundle=redis"));
	}

	/** To the client, the server looks as if it were down. */
	static Stream<ConnectionMistake> tlsOnOneSide() {
		return Stream.of(
				new ConnectionMistake("TLS on a plain port",
						List.of(PORT + open.port(), TLS, "spring.data.redis.timeout=1s"),
						"Could not check whether Redis localhost:" + open.port() + " is safe", TLS_OFF),
				new ConnectionMistake("no TLS on a TLS port", List.of(PORT + open.tlsPort()),
						"Could not check whether Redis localhost:" + open.tlsPort() + " is safe", TLS_ON));
	}

	@ParameterizedTest
	@MethodSource("mistakes")
	void failStopsTheStartAndSaysWhatToDo(ConnectionMistake mistake) {
		with("fail", mistake.properties()).run((context) -> {
			InvalidLockConfigurationException failure = failure(context);
			assertThat(failure.problem()).contains(mistake.problem());
			assertThat(failure.fix()).contains(mistake.fix());
			assertThat(failure.fix().lines().filter((line) -> line.startsWith("    - "))).hasSize(1);
			FailureAnalysis analysis = new InvalidLockConfigurationFailureAnalyzer()
				.analyze(Objects.requireNonNull(context.getStartupFailure()));
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).contains(mistake.problem());
		});
	}

	@ParameterizedTest
	@MethodSource("mistakes")
	void warnLogsOneLineAndTheApplicationStarts(ConnectionMistake mistake, CapturedOutput output) {
		with("warn", mistake.properties()).run((context) -> {
			assertThat(context).hasNotFailed();
			await().untilAsserted(() -> assertThat(output).contains(mistake.problem()));
		});
		assertThat(lines(output)).singleElement()
			.satisfies((line) -> assertThat(line).contains(mistake.problem(), mistake.fix()));
	}

	@ParameterizedTest
	@MethodSource("tlsOnOneSide")
	void applicationStartsAndOneLineNamesTls(ConnectionMistake mistake, CapturedOutput output) {
		List<String> modes = List.of("fail", "warn");
		for (String mode : modes) {
			with(mode, mistake.properties()).run((context) -> {
				assertThat(context).hasNotFailed();
				await().untilAsserted(() -> assertThat(lines(output)).hasSize(modes.indexOf(mode) + 1));
			});
		}
		assertThat(lines(output)).hasSameSizeAs(modes)
			.allSatisfy((line) -> assertThat(line).contains(mistake.problem(), mistake.fix()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "-set", "-append", "-get -pttl -pexpire", "-eval", "-evalsha -del", "resetkeys ~other:*",
			"-@all", "-time" })
	void applicationStartsWithTheGrantFromTheMessage(String taken) {
		open.command(("ACL SETUSER user reset on >secret ~lock:* +@all " + taken).split(" "));
		List<String> user = List.of(PORT + open.port(), USER + "user", PASSWORD + "secret");
		String[] grant = new String[1];
		with("fail", user)
			.run((context) -> grant[0] = failure(context).fix().replaceFirst("(?s).*(ACL SETUSER [^\n]*).*", "$1"));
		open.command(grant[0].split(" "));
		with("fail", user).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void permissionsOnlyForTheCheckAreNotRequired(CapturedOutput output) {
		open.command("ACL SETUSER user reset on >secret ~lock:* &* +@all -info -cluster -acl -config".split(" "));
		with("fail", List.of(PORT + open.port(), USER + "user", PASSWORD + "secret"))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(lines(output)).isEmpty();
	}

	/** All at the same time, since each start takes seconds. */
	@Test
	void portsThatDropPacketsAndServersThatDoNotAnswerAreReportedInOneLineEach(CapturedOutput output) {
		List<CompletableFuture<Void>> starts = new ArrayList<>();
		for (String mode : List.of("fail", "warn")) {
			starts.add(onThread(() -> assertReportedInOneLine(mode, TcpProxy::ignoreConnections, false, output)));
			starts.add(onThread(() -> assertReportedInOneLine(mode, TcpProxy::blackHole, false, output)));
			starts.add(onThread(() -> assertReportedInOneLine(mode, (proxy) -> {
			}, true, output)));
		}
		assertThat(starts).allSatisfy((start) -> assertThat(start).succeedsWithin(Duration.ofMinutes(2)));
		assertThat(lines(output)).hasSize(starts.size());
	}

	private static CompletableFuture<Void> onThread(Runnable task) {
		return CompletableFuture.runAsync(task, (start) -> new Thread(start).start());
	}

	// By default, Lettuce waits for a minute.
	private void assertReportedInOneLine(String mode, Consumer<TcpProxy> fault, boolean tls, CapturedOutput output) {
		// Redis reads a TLS handshake as a command. It waits for its end, or closes the
		// connection if the random part of the handshake contains the end of a line.
		String report = tls ? "(was not checked within 10s: |Could not check whether )Redis localhost:"
				: "was not checked within 10s: Redis localhost:";
		try (TcpProxy proxy = TcpProxy.to(open.host(), open.port())) {
			fault.accept(proxy);
			with(mode,
					List.of(PORT + proxy.port(), "spring.data.redis.ssl.enabled=" + tls,
							"spring.data.redis.timeout=60s", "spring.data.redis.connect-timeout=60s"))
				.run((context) -> {
					assertThat(context).hasNotFailed();
					await().atMost(ServerCheckLifecycle.PATIENCE.multipliedBy(3))
						.untilAsserted(() -> assertThat(output).containsPattern(report + proxy.port()));
				});
			assertThat(lines(output)).filteredOn((line) -> line.contains("localhost:" + proxy.port()))
				.singleElement()
				.satisfies((line) -> assertThat(line).contains(tls ? TLS_OFF : TLS_ON));
		}
	}

	/** A load balancer without a server does this. */
	@Test
	void portThatClosesTlsHandshakesIsNoFinding(CapturedOutput output) {
		EmbeddedRedis gone = EmbeddedRedis.start();
		gone.close();
		try (TcpProxy proxy = TcpProxy.to(gone.host(), gone.port())) {
			with("fail", List.of(PORT + proxy.port(), TLS)).run((context) -> assertThat(context).hasNotFailed());
		}
		assertThat(lines(output)).singleElement()
			.satisfies((line) -> assertThat(line).contains("Could not check whether"));
	}

	@Test
	void serverPausedDuringTlsHandshakeIsNoFinding(CapturedOutput output) {
		try (TcpProxy proxy = TcpProxy.to(open.host(), open.tlsPort())) {
			proxy.blackHole();
			with("fail",
					List.of(PORT + proxy.port(), TLS, "spring.data.redis.timeout=500ms",
							"spring.data.redis.connect-timeout=500ms"))
				.run((context) -> assertThat(context).hasNotFailed());
			assertThat(lines(output)).singleElement()
				.satisfies((line) -> assertThat(line)
					.contains("Redis localhost:" + proxy.port(), "Check whether the server runs", TLS_OFF)
					.containsPattern("timed out|did not answer in time"));
		}
	}

	@Test
	void adviceForFactoryOfTheApplicationNamesTheBean() {
		with("fail", List.of())
			.withBean("orders", RedisConnectionFactory.class,
					() -> new LettuceConnectionFactory(closed.host(), closed.port()))
			.run((context) -> assertThat(failure(context).fix())
				.contains("Set the password in the bean 'orders' (spring.data.redis.* has no effect on it)"));
	}

	@Test
	void adviceForConnectionDetailsNamesTheBean() {
		DataRedisConnectionDetails details = new DataRedisConnectionDetails() {
			@Override
			public Standalone getStandalone() {
				return Standalone.of(closed.host(), closed.port());
			}
		};
		with("fail", List.of()).withBean("container", DataRedisConnectionDetails.class, () -> details)
			.run((context) -> assertThat(failure(context).fix()).contains(
					"Set the password in the service that the bean 'container' describes",
					"spring.data.redis.*, which has no effect"));
	}

	private ApplicationContextRunner with(String mode, List<String> properties) {
		return LockContexts.redis()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.client-type=" + this.client.type(), "spring.data.redis.timeout=5s",
					"spring.data.redis.lettuce.shutdown-timeout=0", "distributed-lock.startup-check=" + mode)
			.withPropertyValues(properties.toArray(String[]::new));
	}

	private static InvalidLockConfigurationException failure(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		Throwable failure = Objects.requireNonNull(context.getStartupFailure()).getCause();
		assertThat(failure).isInstanceOf(InvalidLockConfigurationException.class);
		return (InvalidLockConfigurationException) failure;
	}

	private static List<String> lines(CapturedOutput output) {
		return output.getOut().lines().filter((line) -> line.contains("ServerCheckLifecycle")).toList();
	}

}
