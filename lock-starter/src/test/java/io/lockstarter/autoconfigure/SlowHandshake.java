package io.lockstarter.autoconfigure;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that never answers a command. To a TLS handshake it sends the beginning of a
 * record, one byte every half second, and then nothing more.
 */
final class SlowHandshake implements AutoCloseable {

	static final int BYTES = 10;

	private static final int HANDSHAKE = 22;

	/** The header of a handshake record of 4,096 bytes. */
	private static final int[] HEADER = { HANDSHAKE, 3, 3, 16, 0 };

	private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final AtomicInteger sent = new AtomicInteger();

	SlowHandshake() throws IOException {
		daemon(() -> {
			while (true) {
				Socket client = this.server.accept();
				daemon(() -> answer(client));
			}
		});
	}

	private void answer(Socket client) throws IOException, InterruptedException {
		try (client) {
			boolean tls = client.getInputStream().read() == HANDSHAKE;
			for (int i = 0; tls && i < BYTES; i++) {
				client.getOutputStream().write((i < HEADER.length) ? HEADER[i] : 0);
				this.sent.incrementAndGet();
				TimeUnit.MILLISECONDS.sleep(500);
			}
			// Until the client goes away.
			client.getInputStream().transferTo(OutputStream.nullOutputStream());
		}
	}

	private static void daemon(Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException | InterruptedException ex) {
				// The client or the test has ended.
			}
		}, "slow-handshake");
		thread.setDaemon(true);
		thread.start();
	}

	int port() {
		return this.server.getLocalPort();
	}

	/** Returns how many bytes all clients have received. */
	int sent() {
		return this.sent.get();
	}

	@Override
	public void close() throws IOException {
		this.server.close();
	}

	private interface Task {

		void run() throws IOException, InterruptedException;

	}

}
