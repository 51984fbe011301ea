package io.lockstarter.sample.fleet;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.sample.shop.watch.LockEvent;
import io.lockstarter.sample.shop.watch.LockEvent.Kind;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** What all mishaps need: two instances, and an article that both want to sell. */
@Component
class Cast {

	static final String SKU = "lamp";

	static final String KEY = "sku:" + SKU;

	private static final int PIECES = 5;

	private static final int PATIENCE_SECONDS = 60;

	private final Fleet fleet;

	private final InstanceClient client;

	private final Hub hub;

	private final JsonMapper json;

	private final Duration ttl;

	Cast(Fleet fleet, InstanceClient client, Hub hub, JsonMapper json, @Value("${shop.short-ttl:3s}") Duration ttl) {
		this.fleet = fleet;
		this.client = client;
		this.hub = hub;
		this.json = json;
		this.ttl = ttl;
	}

	/** How long the locks of the mishaps last. */
	Duration ttl() {
		return this.ttl;
	}

	void checkTwoAreUp() {
		if (this.fleet.up().size() < 2) {
			throw new ProblemException(HttpStatus.CONFLICT, "Too few instances",
					"This takes two instances that are up; wait for them, or start with --instances=2");
		}
	}

	/** Two instances, the first of which will have the mishap. */
	List<Instance> two() {
		Instance first = this.fleet.next();
		Instance second = this.fleet.up().stream().filter((it) -> it != first).findFirst().orElseThrow();
		return List.of(first, second);
	}

	void fillTheShelf() throws Exception {
		get(this.client.send(this.fleet.next(), "PUT", "/stock/" + SKU + "?pieces=" + PIECES));
	}

	CompletableFuture<HttpResponse<String>> buy(Instance instance, String query) {
		return this.client.send(instance, "POST", "/orders/" + SKU + "/buy?" + query);
	}

	CompletableFuture<HttpResponse<String>> startInventory(Instance instance) {
		return this.client.send(instance, "POST", "/jobs/inventory");
	}

	/** The next such event, of what has not happened yet. */
	CompletableFuture<LockEvent> next(Instance instance, Kind kind, String key) {
		return this.hub.next(
				(event) -> event.instance().equals(instance.name()) && event.kind() == kind && event.key().equals(key));
	}

	<T> T get(CompletableFuture<T> future) throws Exception {
		return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
	}

	JsonNode json(HttpResponse<String> answer) {
		return this.json.readTree(answer.body());
	}

	static String seconds(long nanos) {
		return String.format(java.util.Locale.ROOT, "%.1f s", nanos / 1e9);
	}

}
