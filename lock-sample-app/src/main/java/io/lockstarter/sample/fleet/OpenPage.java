package io.lockstarter.sample.fleet;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * A page that somebody has open. A thread of its own sends to it, so that a page that
 * does not read keeps nobody else waiting; one that is too far behind is closed, and will
 * connect again.
 */
final class OpenPage {

	private static final int MOST_BEHIND = 2_000;

	private final BlockingQueue<SseEventBuilder> queue = new LinkedBlockingQueue<>(MOST_BEHIND);

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
			// The page is closed, by its user or by us.
		}
	}

}
