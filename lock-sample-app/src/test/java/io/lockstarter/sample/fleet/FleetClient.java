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

/** Asks the launcher over HTTP. */
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

	HttpResponse<String> send(String method, String path) {
		try {
			return this.http.send(HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path))
				.method(method, BodyPublishers.noBody())
				.build(), BodyHandlers.ofString());
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	JsonNode get(String path) {
		HttpResponse<String> answer = send("GET", path);
		assertThat(answer.statusCode()).isEqualTo(200);
		return JsonMapper.shared().readTree(answer.body());
	}

	/** Sells to many at once, and waits until it is over. */
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

	/** Lets something go wrong, and waits until it is over. */
	List<String> mishap(String mishap, Runnable meanwhile) {
		int before = get("/mishaps").size();
		assertThat(send("POST", "/mishaps/" + mishap).statusCode()).isEqualTo(202);
		meanwhile.run();
		await().atMost(GENEROUS).until(() -> {
			JsonNode story = get("/mishaps");
			return story.size() > before && story.get(story.size() - 1).path("last").asBoolean();
		});
		return get("/mishaps").valueStream().skip(before).map((line) -> line.path("text").asString()).toList();
	}

	public void awaitAllUp() {
		await().atMost(GENEROUS)
			.until(() -> get("/fleet").path("instances")
				.valueStream()
				.filter((instance) -> instance.path("state").asString().equals("up"))
				.count() == 3);
	}

}
