package io.lockstarter.sample.fleet;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.lockstarter.sample.shop.watch.LockEvent;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;

/** Listens to every instance that is up, and passes on what happens to its locks. */
@Component
class EventCollector {

	private static final String DATA = "data:";

	private static final TypeReference<List<LockEvent>> EVENTS = new TypeReference<>() {
	};

	private final InstanceClient client;

	private final Hub hub;

	private final JsonMapper json;

	EventCollector(Fleet fleet, InstanceClient client, Hub hub, JsonMapper json) {
		this.client = client;
		this.hub = hub;
		this.json = json;
		fleet.listen(this::changed);
	}

	private void changed(Instance instance) {
		if (instance.state() == InstanceState.UP && instance.collect()) {
			Thread thread = new Thread(() -> collect(instance), "events-of-" + instance.name());
			thread.setDaemon(true);
			thread.start();
		}
	}

	private void collect(Instance instance) {
		try (Stream<String> lines = this.client.lines(instance, "/locks/events").join().body()) {
			lines.filter((line) -> line.startsWith(DATA))
				.map((line) -> this.json.readValue(line.substring(DATA.length()), EVENTS))
				.forEach(this.hub::locks);
		}
		catch (CompletionException | UncheckedIOException | JacksonException ex) {
			// The instance is gone, and with it its events.
		}
	}

}
