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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@DisabledOnOs(OS.WINDOWS)
class SampleProcessTests {

	private static final String ANY_PORT = "--server.port=0";

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(strings = { "INT", "TERM", "KILL" })
	void embeddedRedisEndsWithTheApplication(String signal) throws Exception {
		try (SampleProcess sample = SampleProcess.start(this.folder, ANY_PORT)) {
			assertThat(sample.redisInUse()).isEqualTo("embedded, 127.0.0.1:" + sample.redisPort());
			ProcessHandle redis = sample.redis();
			assertThat(redis.isAlive()).isTrue();
			sample.send(signal);
			sample.awaitEnd();
			awaitTheEndOf(redis);
		}
	}

	@Test
	void contextThatWasProcessedAheadOfTimeSellsUnderItsLock() throws Exception {
		try (SampleProcess sample = SampleProcess.startAheadOfTime(this.folder, ANY_PORT)) {
			assertThat(buy(sample).get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
			assertThat(sample.output()).contains("Starting AOT-processed SampleApplication");
			assertThat(keys(sample.redisPort())).isEmpty();
		}
	}

	@Test
	void takenWebPortIsNamedAndLeavesNoRedis() throws Exception {
		try (ServerSocket taken = new ServerSocket(0);
				SampleProcess sample = SampleProcess.start(this.folder, "--server.port=" + taken.getLocalPort())) {
			ProcessHandle redis = sample.redis();
			assertThat(sample.awaitEnd()).isEqualTo(1);
			awaitTheEndOf(redis);
			assertThat(sample.output()).contains("Port " + taken.getLocalPort() + " was already in use")
				.doesNotContain("The shop is open");
		}
	}

	@Test
	void givenRedisIsUsedAndNoneIsStarted() throws Exception {
		try (EmbeddedRedis given = EmbeddedRedis.start();
				SampleProcess sample = SampleProcess.start(this.folder, ANY_PORT,
						"--spring.data.redis.host=" + given.host(), "--spring.data.redis.port=" + given.port())) {
			assertThat(sample.redisInUse()).isEqualTo(given.host() + ":" + given.port());
			assertThat(sample.children()).isEmpty();
			assertThat(sample.output()).doesNotContain("embedded");
			assertThat(buy(sample).get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
			sample.send("TERM");
			sample.awaitEnd();
			assertThat(given.isAlive()).isTrue();
			assertThat(keys(given.port())).isEmpty();
		}
	}

	@Test
	void purchaseInFlightIsFinishedBeforeTheRedisOfItsLockEnds() throws Exception {
		try (SampleProcess sample = SampleProcess.start(this.folder, ANY_PORT, "--shop.payment-time=3s")) {
			ProcessHandle redis = sample.redis();
			CompletableFuture<HttpResponse<String>> purchase = buy(sample);
			await().atMost(SampleProcess.GENEROUS).until(() -> keys(sample.redisPort()).contains("lock:sku:lamp"));
			sample.send("TERM");
			assertThat(purchase.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
			sample.awaitEnd();
			awaitTheEndOf(redis);
			assertThat(sample.output()).doesNotContain(" WARN ", " ERROR ");
		}
	}

	private static CompletableFuture<HttpResponse<String>> buy(SampleProcess sample) {
		URI uri = URI.create("http://localhost:" + sample.webPort() + "/orders/lamp/buy");
		return HttpClient.newHttpClient()
			.sendAsync(HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
	}

	private static String keys(int port) throws IOException {
		String host = InetAddress.getLoopbackAddress().getHostAddress();
		try (RespConnection redis = RespConnection.open(host, port, Duration.ofSeconds(5))) {
			return redis.call("EVAL", "return table.concat(redis.call('KEYS', '*'), ' ')", "0").text();
		}
	}

	private static void awaitTheEndOf(ProcessHandle process) {
		await().atMost(SampleProcess.GENEROUS).until(() -> !process.isAlive());
	}

}
