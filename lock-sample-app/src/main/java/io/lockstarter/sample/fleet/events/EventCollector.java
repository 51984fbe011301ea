package io.lockstarter.sample.fleet.events;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.lockstarter.sample.fleet.Fleet;
import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.fleet.InstanceClient;
import io.lockstarter.sample.fleet.InstanceState;
import io.lockstarter.sample.shop.watch.TimelineEvent;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;

/** Reads the lock events of every instance that is up, and passes them on. */
@Component
class EventCollector {

	private static final String DATA = "data:";

	private static final TypeReference<List<TimelineEvent>> EVENTS = new TypeReference<>() {
	};

	private final InstanceClient client;

	private final EventBroadcaster broadcaster;

	private final JsonMapper json;

	EventCollector(Fleet fleet, InstanceClient client, EventBroadcaster broadcaster, JsonMapper json) {
		this.client = client;
		this.broadcaster = broadcaster;
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
				.forEach(this.broadcaster::locks);
		}
		catch (CompletionException | UncheckedIOException | JacksonException ex) {
			// The instance has ended, and sends no more events.
		}
	}

}
