package io.lockstarter.sample.fleet;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

/** Asks an instance over HTTP. */
@Component
class InstanceClient {

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(10))
		.build();

	/** Sends a request without a body; the path is as it came, with its query. */
	CompletableFuture<HttpResponse<String>> send(Instance instance, String method, String path) {
		return this.http.sendAsync(
				request(instance, path).method(method, BodyPublishers.noBody()).timeout(PATIENCE).build(),
				BodyHandlers.ofString());
	}

	/** The lines of an answer that does not end. */
	CompletableFuture<HttpResponse<Stream<String>>> lines(Instance instance, String path) {
		return this.http.sendAsync(request(instance, path).build(), BodyHandlers.ofLines());
	}

	private static HttpRequest.Builder request(Instance instance, String path) {
		return HttpRequest.newBuilder(URI.create(instance.address() + path));
	}

}
