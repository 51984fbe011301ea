package io.lockstarter.sample.fleet.events;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * Sends events to one open page. Each page has a thread of its own, so a page that does
 * not read delays no other page. A page that is too far behind is disconnected, and
 * connects again.
 */
final class OpenPage {

	private static final int MAX_QUEUED = 2_000;

	private final BlockingQueue<SseEventBuilder> queue = new LinkedBlockingQueue<>(MAX_QUEUED);

	private final SseEmitter emitter = new SseEmitter(0L);

	private final Thread thread = new Thread(this::send, "page");

	OpenPage(Consumer<OpenPage> onEnd) {
		Runnable end = () -> {
			this.thread.interrupt();
			onEnd.accept(this);
		};
		this.emitter.onCompletion(end);
		this.emitter.onError((ex) -> end.run());
		this.thread.setDaemon(true);
		this.thread.start();
	}

	SseEmitter emitter() {
		return this.emitter;
	}

	void add(String name, Object data) {
		if (!this.queue.offer(SseEmitter.event().name(name).data(data))) {
			close();
		}
	}

	void close() {
		this.emitter.complete();
	}

	private void send() {
		try {
			while (true) {
				this.emitter.send(this.queue.take());
			}
		}
		catch (IOException | IllegalStateException | InterruptedException ex) {
			// The user or this class has closed the connection.
		}
	}

}
