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

/** Sends HTTP requests to an instance. */
@Component
public class InstanceClient {

	private static final Duration TIMEOUT = Duration.ofSeconds(90);

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(10))
		.build();

	/** Sends a request without a body. The path includes the query. */
	public CompletableFuture<HttpResponse<String>> send(Instance instance, String method, String path) {
		return this.http.sendAsync(
				request(instance, path).method(method, BodyPublishers.noBody()).timeout(TIMEOUT).build(),
				BodyHandlers.ofString());
	}

	/** Returns the lines of a response that does not end. */
	public CompletableFuture<HttpResponse<Stream<String>>> lines(Instance instance, String path) {
		return this.http.sendAsync(request(instance, path).build(), BodyHandlers.ofLines());
	}

	private static HttpRequest.Builder request(Instance instance, String path) {
		return HttpRequest.newBuilder(URI.create(instance.address() + path));
	}

}
