package io.lockstarter.sample.fleet.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.lockstarter.sample.shop.watch.TimelineEvent;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends all events of the fleet to the open pages. A new page first receives the last
 * events. Stops before the web server, which would otherwise wait for the open pages.
 */
@Component
public class EventBroadcaster implements SmartLifecycle {

	private static final int REMEMBERED = 4_000;

	private final Set<OpenPage> pages = ConcurrentHashMap.newKeySet();

	private final Deque<TimelineEvent> past = new ArrayDeque<>();

	private final List<Consumer<TimelineEvent>> listeners = new CopyOnWriteArrayList<>();

	private volatile boolean running;

	public SseEmitter open() {
		OpenPage page = new OpenPage(this.pages::remove);
		page.add("locks", past());
		this.pages.add(page);
		if (!this.running) {
			page.close();
		}
		return page.emitter();
	}

	/** Adds lock events of an instance. */
	void locks(List<TimelineEvent> events) {
		synchronized (this.past) {
			this.past.addAll(events);
			while (this.past.size() > REMEMBERED) {
				this.past.removeFirst();
			}
		}
		events.forEach((event) -> this.listeners.forEach((listener) -> listener.accept(event)));
		publish("locks", events);
	}

	private List<TimelineEvent> past() {
		synchronized (this.past) {
			return new ArrayList<>(this.past);
		}
	}

	/** Returns the next event that matches. Past events do not count. */
	public CompletableFuture<TimelineEvent> next(Predicate<TimelineEvent> wanted) {
		CompletableFuture<TimelineEvent> next = new CompletableFuture<>();
		Consumer<TimelineEvent> listener = (event) -> {
			if (wanted.test(event)) {
				next.complete(event);
			}
		};
		this.listeners.add(listener);
		return next.whenComplete((event, failure) -> this.listeners.remove(listener));
	}

	public void publish(String name, Object data) {
		this.pages.forEach((page) -> page.add(name, data));
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		this.pages.forEach(OpenPage::close);
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
