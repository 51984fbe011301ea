package io.lockstarter.sample.fleet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Sends HTTP requests to the launcher. */
public final class FleetClient {

	private static final Duration GENEROUS = Duration.ofMinutes(2);

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final int port;

	FleetClient(int port) {
		this.port = port;
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

	/** Causes a failure, and waits for its last step. Returns the texts of its steps. */
	public List<String> failure(String kind, Runnable meanwhile) {
		int before = get("/mishaps").size();
		assertThat(send("POST", "/mishaps/" + kind).statusCode()).isEqualTo(202);
		meanwhile.run();
		await().atMost(GENEROUS).until(() -> {
			JsonNode steps = get("/mishaps");
			return steps.size() > before && steps.get(steps.size() - 1).path("last").asBoolean();
		});
		return get("/mishaps").valueStream().skip(before).map((step) -> step.path("text").asString()).toList();
	}

	public void awaitAllUp() {
		await().atMost(GENEROUS)
			.until(() -> get("/fleet").path("instances")
				.valueStream()
				.filter((instance) -> instance.path("state").asString().equals("up"))
				.count() == 3);
	}

}
