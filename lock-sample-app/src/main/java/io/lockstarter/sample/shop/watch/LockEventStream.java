package io.lockstarter.sample.shop.watch;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends the lock events to all connected clients, in batches. Stops before the web
 * server, which would otherwise wait for these connections.
 */
@RestController
class LockEventStream implements SmartLifecycle {

	private final Set<SseEmitter> clients = ConcurrentHashMap.newKeySet();

	private final LockEventQueue events;

	private volatile boolean running;

	LockEventStream(LockEventQueue events) {
		this.events = events;
	}

	@GetMapping("/locks/events")
	SseEmitter events() {
		SseEmitter client = new SseEmitter(0L);
		client.onCompletion(() -> this.clients.remove(client));
		client.onError((ex) -> this.clients.remove(client));
		this.clients.add(client);
		if (!this.running) {
			client.complete();
		}
		return client;
	}

	@Scheduled(fixedDelayString = "${shop.event-interval:50ms}")
	void send() {
		if (this.clients.isEmpty()) {
			// The launcher connects a moment after the start. It must not miss an event.
			return;
		}
		List<TimelineEvent> events = this.events.drain();
		if (!events.isEmpty()) {
			this.clients.forEach((client) -> send(client, events));
		}
	}

	private void send(SseEmitter client, List<TimelineEvent> events) {
		try {
			client.send(SseEmitter.event().name("locks").data(events));
		}
		catch (IOException | IllegalStateException ex) {
			this.clients.remove(client);
		}
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		this.clients.forEach(SseEmitter::complete);
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
