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
 * Sends the events to all who watch, many at a time. Ends before the web server does, or
 * that would wait for watchers who never leave.
 */
@RestController
class LockEventStream implements SmartLifecycle {

	private final Set<SseEmitter> watchers = ConcurrentHashMap.newKeySet();

	private final Outbox outbox;

	private volatile boolean running;

	LockEventStream(Outbox outbox) {
		this.outbox = outbox;
	}

	@GetMapping("/locks/events")
	SseEmitter events() {
		SseEmitter watcher = new SseEmitter(0L);
		watcher.onCompletion(() -> this.watchers.remove(watcher));
		watcher.onError((ex) -> this.watchers.remove(watcher));
		this.watchers.add(watcher);
		if (!this.running) {
			watcher.complete();
		}
		return watcher;
	}

	@Scheduled(fixedDelayString = "${shop.event-interval:50ms}")
	void send() {
		List<LockEvent> events = this.outbox.drain();
		if (!events.isEmpty()) {
			this.watchers.forEach((watcher) -> send(watcher, events));
		}
	}

	private void send(SseEmitter watcher, List<LockEvent> events) {
		try {
			watcher.send(SseEmitter.event().name("locks").data(events));
		}
		catch (IOException | IllegalStateException ex) {
			this.watchers.remove(watcher);
		}
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		this.watchers.forEach(SseEmitter::complete);
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
