package io.lockstarter.sample.fleet.load;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.lockstarter.sample.fleet.Fleet;
import io.lockstarter.sample.fleet.InstanceClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;
import org.springframework.util.IdGenerator;
import org.springframework.util.JdkIdGenerator;

/** Lets many couriers try to take one order. */
@Component
public class DeliveryRaces {

	private static final int OK = 200;

	private final IdGenerator ids = new JdkIdGenerator();

	private final Fleet fleet;

	private final InstanceClient client;

	private final JsonMapper json;

	DeliveryRaces(Fleet fleet, InstanceClient client, JsonMapper json) {
		this.fleet = fleet;
		this.client = client;
		this.json = json;
	}

	public CompletableFuture<DeliveryRace> start(int couriers) {
		String order = this.ids.generateId().toString().substring(0, 8);
		List<CompletableFuture<HttpResponse<String>>> asked = IntStream.rangeClosed(1, couriers)
			.mapToObj((courier) -> this.client.send(this.fleet.next(), "POST",
					"/deliveries/" + order + "/grab?courier=courier-" + courier))
			.toList();
		return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
			.thenApply((done) -> result(order, couriers, asked));
	}

	private DeliveryRace result(String order, int couriers, List<CompletableFuture<HttpResponse<String>>> asked) {
		List<JsonNode> won = asked.stream()
			.map(CompletableFuture::join)
			.filter((answer) -> answer.statusCode() == OK)
			.map((answer) -> this.json.readTree(answer.body()))
			.toList();
		JsonNode first = won.isEmpty() ? this.json.createObjectNode() : won.get(0);
		return new DeliveryRace(order, couriers, won.size(), first.path("courier").asString(),
				first.path("instance").asString());
	}

}
