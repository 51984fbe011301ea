package io.lockstarter.sample.fleet.failure;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.sample.fleet.Fleet;
import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.fleet.InstanceClient;
import io.lockstarter.sample.fleet.ProblemException;
import io.lockstarter.sample.fleet.events.EventBroadcaster;
import io.lockstarter.sample.shop.watch.TimelineEvent;
import io.lockstarter.sample.shop.watch.TimelineEvent.Kind;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Provides two instances and an article that both sell, for all failure demos. */
@Component
class FailureSetup {

	static final String SKU = "lamp";

	static final String KEY = "sku:" + SKU;

	private static final int PIECES = 5;

	private static final int TIMEOUT_SECONDS = 60;

	private final Fleet fleet;

	private final InstanceClient client;

	private final EventBroadcaster broadcaster;

	private final JsonMapper json;

	private final Duration ttl;

	FailureSetup(Fleet fleet, InstanceClient client, EventBroadcaster broadcaster, JsonMapper json,
			@Value("${shop.short-ttl:3s}") Duration ttl) {
		this.fleet = fleet;
		this.client = client;
		this.broadcaster = broadcaster;
		this.json = json;
		this.ttl = ttl;
	}

	/** Returns the ttl of the locks in the failure demos. */
	Duration ttl() {
		return this.ttl;
	}

	void checkTwoAreUp() {
		if (this.fleet.up().size() < 2) {
			throw new ProblemException(HttpStatus.CONFLICT, "Too few instances",
					"This needs two instances that are up; wait for them, or start with --instances=2");
		}
	}

	/** Returns two instances. The first of them will fail. */
	List<Instance> twoInstances() {
		Instance first = this.fleet.next();
		Instance second = this.fleet.up().stream().filter((it) -> it != first).findFirst().orElseThrow();
		return List.of(first, second);
	}

	void fillStock() throws Exception {
		get(this.client.send(this.fleet.next(), "PUT", "/stock/" + SKU + "?pieces=" + PIECES));
	}

	CompletableFuture<HttpResponse<String>> buy(Instance instance, String query) {
		return this.client.send(instance, "POST", "/orders/" + SKU + "/buy?" + query);
	}

	CompletableFuture<HttpResponse<String>> startInventory(Instance instance) {
		return this.client.send(instance, "POST", "/jobs/inventory");
	}

	/** Returns the next event that matches. Past events do not count. */
	CompletableFuture<TimelineEvent> next(Instance instance, Kind kind, String key) {
		return this.broadcaster.next(
				(event) -> event.instance().equals(instance.name()) && event.kind() == kind && event.key().equals(key));
	}

	<T> T get(CompletableFuture<T> future) throws Exception {
		return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
	}

	JsonNode json(HttpResponse<String> answer) {
		return this.json.readTree(answer.body());
	}

	static String seconds(long nanos) {
		return String.format(java.util.Locale.ROOT, "%.1f s", nanos / 1e9);
	}

}
