package io.lockstarter.faults.drive;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * A resource that checks fencing numbers: it accepts a write only with a higher number
 * than all writes before. A request is a line {@code key hold number}, a reply is a line
 * {@code accepted} or {@code stale}.
 */
final class FencedResource implements AutoCloseable {

	private final Map<String, Long> highest = new HashMap<>();

	private final AtomicLong refused = new AtomicLong();

	private final ServerSocket socket;

	private final History history;

	FencedResource(History history) {
		this.history = history;
		try {
			this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		daemon(this::accept);
	}

	int port() {
		return this.socket.getLocalPort();
	}

	private void accept() {
		while (!this.socket.isClosed()) {
			try {
				Socket writer = this.socket.accept();
				daemon(() -> serve(writer));
			}
			catch (IOException ex) {
				// The resource was closed.
			}
		}
	}

	private void serve(Socket writer) {
		try (writer) {
			writer.setTcpNoDelay(true);
			BufferedReader requests = new BufferedReader(
					new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
			Writer replies = new OutputStreamWriter(writer.getOutputStream(), StandardCharsets.UTF_8);
			for (String line = requests.readLine(); line != null; line = requests.readLine()) {
				String[] words = line.split(" ", -1);
				replies.write(write(words[0], words[1], Long.parseLong(words[2])) ? "accepted\n" : "stale\n");
				replies.flush();
			}
		}
		catch (IOException ex) {
			// The writer has been killed.
		}
	}

	/** Returns the number of rejected writes. */
	long refused() {
		return this.refused.get();
	}

	// The order in the history is the order of the writes.
	private synchronized boolean write(String key, String hold, long fence) {
		boolean accepted = fence > this.highest.getOrDefault(key, 0L);
		this.history
			.add(Event.of(System.nanoTime(), accepted ? Kind.ACCEPTED : Kind.STALE, key, hold).with("fence", fence));
		if (accepted) {
			this.highest.put(key, fence);
		}
		else {
			this.refused.incrementAndGet();
		}
		return accepted;
	}

	private static void daemon(Runnable task) {
		Thread thread = new Thread(task, "fenced-resource");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
