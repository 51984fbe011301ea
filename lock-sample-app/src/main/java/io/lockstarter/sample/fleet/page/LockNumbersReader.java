package io.lockstarter.sample.fleet.page;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.sample.fleet.Fleet;
import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.fleet.InstanceClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;

/** Reads the meters of the locks from the Actuator of each instance. */
@Component
class LockNumbersReader {

	private static final String PREFIX = "distributed.lock.";

	private final Fleet fleet;

	private final InstanceClient client;

	private final JsonMapper json;

	LockNumbersReader(Fleet fleet, InstanceClient client, JsonMapper json) {
		this.fleet = fleet;
		this.client = client;
		this.json = json;
	}

	CompletableFuture<List<LockNumbers>> read() {
		List<CompletableFuture<LockNumbers>> all = this.fleet.up().stream().map(this::read).toList();
		return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
			.thenApply((done) -> all.stream().map(CompletableFuture::join).toList());
	}

	private CompletableFuture<LockNumbers> read(Instance instance) {
		CompletableFuture<Meter> waiters = read(instance, "waiters");
		CompletableFuture<Meter> holds = read(instance, "holds");
		CompletableFuture<Meter> acquire = read(instance, "acquire");
		CompletableFuture<Meter> hold = read(instance, "hold");
		CompletableFuture<Meter> losses = read(instance, "losses");
		return CompletableFuture.allOf(waiters, holds, acquire, hold, losses)
			.thenApply((done) -> new LockNumbers(instance.name(), (long) waiters.join().value("VALUE"),
					(long) holds.join().value("VALUE"), (long) acquire.join().value("COUNT"), acquire.join().mean(),
					acquire.join().value("MAX"), hold.join().mean(), (long) losses.join().value("COUNT")));
	}

	/** A meter that has no value yet does not exist, and an instance may have ended. */
	private CompletableFuture<Meter> read(Instance instance, String name) {
		return this.client.send(instance, "GET", "/actuator/metrics/" + PREFIX + name)
			.thenApply((answer) -> (answer.statusCode() == 200) ? new Meter(this.json.readTree(answer.body()))
					: new Meter(this.json.createObjectNode()))
			.exceptionally((failure) -> new Meter(this.json.createObjectNode()));
	}

	private record Meter(JsonNode document) {

		double value(String statistic) {
			return this.document.path("measurements")
				.valueStream()
				.filter((each) -> each.path("statistic").asString().equals(statistic))
				.mapToDouble((each) -> each.path("value").asDouble())
				.sum();
		}

		double mean() {
			double count = value("COUNT");
			return (count > 0) ? value("TOTAL_TIME") / count : 0;
		}

	}

}
