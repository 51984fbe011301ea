package io.lockstarter.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Tag("long")
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class SampleProcessTests {

	private static final String ANY_PORT = "--server.port=0";

	private static final String ONE_INSTANCE = "--instances=1";

	@TempDir
	private Path folder;

	// The other tests send INT and TERM.
	@Test
	void redisAndInstancesEndWithAKilledLauncher() throws Exception {
		try (SampleProcess sample = startDeveloperSetup()) {
			assertThat(sample.redisInUse()).isEqualTo("embedded, 127.0.0.1:" + sample.redisPort());
			ProcessHandle redis = sample.redis();
			List<ProcessHandle> descendants = redisAndInstancesOf(sample, redis);
			sample.send("KILL");
			sample.awaitEnd();
			descendants.forEach(SampleProcessTests::awaitTheEndOf);
		}
	}

	/**
	 * Starts the developer setup, so that its start is tested, too. With a Docker engine
	 * it would use containers. Then this starts the launcher itself.
	 */
	private SampleProcess startDeveloperSetup() throws IOException {
		SampleProcess sample = SampleProcess.start(this.folder, TestLockSampleApplication.class, ANY_PORT,
				ONE_INSTANCE);
		if (sample.awaitEither("There is no Docker engine", "Connected to docker")) {
			return sample;
		}
		sample.close();
		return SampleProcess.start(this.folder, ANY_PORT, ONE_INSTANCE);
	}

	@Test
	void aheadOfTimeProcessedContextSellsUnderItsLock() throws Exception {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				SampleProcess sample = SampleProcess.startInstanceAheadOfTime(this.folder, ANY_PORT,
						"--shop.instance=alone", "--spring.main.log-startup-info=true",
						"--spring.data.redis.host=" + redis.host(), "--spring.data.redis.port=" + redis.port())) {
			assertThat(buy(sample.instancePort()).get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(200);
			assertThat(sample.output()).contains("Starting AOT-processed SampleApplication");
			assertThat(keys(redis.port())).doesNotContain("lock:sku:lamp");
		}
	}

	@Test
	void takenWebPortIsReportedAndAllProcessesEnd() throws Exception {
		try (ServerSocket taken = new ServerSocket(0);
				SampleProcess sample = SampleProcess.start(this.folder, "--server.port=" + taken.getLocalPort(),
						ONE_INSTANCE)) {
			// It may have ended already.
			long redis = sample.redisPid();
			List<ProcessHandle> descendants = sample.descendants();
			assertThat(sample.awaitEnd()).isEqualTo(1);
			ProcessHandle.of(redis).ifPresent(SampleProcessTests::awaitTheEndOf);
			descendants.forEach(SampleProcessTests::awaitTheEndOf);
			assertThat(sample.output()).contains("Port " + taken.getLocalPort() + " was already in use")
				.doesNotContain("The shop is open");
		}
	}

	@Test
	void instanceThatCannotStartEndsTheLauncher() throws Exception {
		try (SampleProcess sample = SampleProcess.start(this.folder, ANY_PORT, ONE_INSTANCE,
				"--spring.datasource.url=jdbc:none:where")) {
			assertThat(sample.awaitEnd()).isEqualTo(1);
			assertThat(sample.output()).contains("shop-1 did not start").doesNotContain("The shop is open");
		}
	}

	@Test
	void configuredRedisIsUsedAndNoEmbeddedRedisStarts() throws Exception {
		try (EmbeddedRedis given = EmbeddedRedis.start();
				SampleProcess sample = SampleProcess.start(this.folder, ANY_PORT, ONE_INSTANCE,
						"--spring.data.redis.host=" + given.host(), "--spring.data.redis.port=" + given.port())) {
			assertThat(sample.redisInUse()).isEqualTo(given.host() + ":" + given.port());
			List<ProcessHandle> instances = sample.descendants();
			assertThat(instances).isNotEmpty().allMatch(SampleProcessTests::isJava);
			assertThat(sample.output()).doesNotContain("embedded");
			assertThat(buy(sample.webPort()).get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(200);
			sample.send("TERM");
			sample.awaitEnd();
			instances.forEach(SampleProcessTests::awaitTheEndOf);
			assertThat(given.isAlive()).isTrue();
			assertThat(keys(given.port())).doesNotContain("lock:sku:lamp");
		}
	}

	@Test
	void runningPurchaseFinishesBeforeRedisAndInstancesEnd() throws Exception {
		try (SampleProcess sample = SampleProcess.start(this.folder, ANY_PORT, ONE_INSTANCE,
				"--shop.payment-time=3s")) {
			int webPort = sample.webPort();
			ProcessHandle redis = sample.redis();
			List<ProcessHandle> descendants = redisAndInstancesOf(sample, redis);
			CompletableFuture<HttpResponse<String>> purchase = purchaseWithItsLock(webPort, sample.redisPort());
			sample.send("INT");
			assertThat(purchase.get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(200);
			sample.awaitEnd();
			descendants.forEach(SampleProcessTests::awaitTheEndOf);
			assertThat(sample.output()).doesNotContain(" WARN ", " ERROR ");
		}
	}

	/**
	 * Starts a purchase, and returns when it holds its lock. If the machine stalls during
	 * the whole payment, the lock is not seen, and the next purchase is started.
	 */
	private static CompletableFuture<HttpResponse<String>> purchaseWithItsLock(int webPort, int redisPort)
			throws Exception {
		CompletableFuture<HttpResponse<String>> purchase = buy(webPort);
		while (true) {
			CompletableFuture<HttpResponse<String>> current = purchase;
			await().atMost(SampleProcess.GENEROUS)
				.until(() -> current.isDone() || keys(redisPort).contains("lock:sku:lamp"));
			if (!current.isDone()) {
				return current;
			}
			// Fails at last when all lamps are sold.
			assertThat(current.get().statusCode()).isEqualTo(200);
			purchase = buy(webPort);
		}
	}

	private static List<ProcessHandle> redisAndInstancesOf(SampleProcess sample, ProcessHandle redis) {
		List<ProcessHandle> descendants = sample.descendants();
		assertThat(descendants).contains(redis).anyMatch(SampleProcessTests::isJava);
		return descendants;
	}

	private static CompletableFuture<HttpResponse<String>> buy(int port) {
		URI uri = URI.create("http://localhost:" + port + "/orders/lamp/buy");
		return HttpClient.newHttpClient()
			.sendAsync(HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
	}

	private static String keys(int port) throws IOException {
		String host = InetAddress.getLoopbackAddress().getHostAddress();
		try (RespConnection redis = RespConnection.open(host, port, Duration.ofSeconds(30))) {
			return redis.call("EVAL", "return table.concat(redis.call('KEYS', '*'), ' ')", "0").text();
		}
	}

	private static boolean isJava(ProcessHandle process) {
		return process.info().command().orElse("").endsWith("java");
	}

	private static void awaitTheEndOf(ProcessHandle process) {
		await().atMost(SampleProcess.GENEROUS).until(() -> !process.isAlive());
	}

}
