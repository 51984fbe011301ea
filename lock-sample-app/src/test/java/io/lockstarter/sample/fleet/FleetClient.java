package io.lockstarter.sample.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.embedded.resp.RespConnection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Sends HTTP requests to the launcher. */
public final class FleetClient {

	private static final Duration GENEROUS = Duration.ofMinutes(5);

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final int port;

	private final int redisPort;

	FleetClient(int port, int redisPort) {
		this.port = port;
		this.redisPort = redisPort;
	}

	/** Sends a command to the Redis of the fleet, and returns the text of the reply. */
	String redis(String... command) {
		String host = InetAddress.getLoopbackAddress().getHostAddress();
		try (RespConnection redis = RespConnection.open(host, this.redisPort, Duration.ofSeconds(30))) {
			return redis.call(command).text();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public String page() {
		return "http://localhost:" + this.port + "/";
	}

	public HttpResponse<String> send(String method, String path) {
		try {
			return this.http.send(HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path))
				.method(method, BodyPublishers.noBody())
				.build(), BodyHandlers.ofString());
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public JsonNode get(String path) {
		HttpResponse<String> answer = send("GET", path);
		assertThat(answer.statusCode()).isEqualTo(200);
		return JsonMapper.shared().readTree(answer.body());
	}

	/** Starts a run, and waits until it has finished. */
	JsonNode run(String lock, int buyers, int pieces) {
		assertThat(send("POST", "/runs?lock=" + lock + "&buyers=" + buyers + "&pieces=" + pieces).statusCode())
			.isEqualTo(202);
		await().atMost(GENEROUS).until(() -> !lastRun(lock).path("running").asBoolean());
		return lastRun(lock);
	}

	private JsonNode lastRun(String lock) {
		return get("/runs").valueStream()
			.filter((run) -> run.path("lock").asString().equals(lock))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Causes a failure, and waits for its last step. A second failure at the same time is
	 * rejected. If the first failure ends before the second request, this request causes
	 * another one.
	 * @return the texts of the steps of the last failure
	 */
	public List<String> failure(String kind) {
		AtomicLong before = new AtomicLong();
		await().atMost(GENEROUS).until(() -> {
			before.set(endedFailures());
			HttpResponse<String> answer = send("POST", "/mishaps/" + kind);
			assertThat(answer.statusCode()).isIn(202, 409);
			return answer.body().contains("Already running");
		});
		await().atMost(GENEROUS).until(() -> endedFailures() > before.get());
		List<String> texts = new ArrayList<>();
		boolean ended = false;
		for (JsonNode step : get("/mishaps")) {
			if (ended) {
				texts.clear();
			}
			texts.add(step.path("text").asString());
			ended = step.path("last").asBoolean();
		}
		return texts;
	}

	private long endedFailures() {
		return get("/mishaps").valueStream().filter((step) -> step.path("last").asBoolean()).count();
	}

	public void awaitAllUp() {
		await().atMost(GENEROUS)
			.until(() -> get("/fleet").path("instances")
				.valueStream()
				.filter((instance) -> instance.path("state").asString().equals("up"))
				.count() == 3);
	}

}
