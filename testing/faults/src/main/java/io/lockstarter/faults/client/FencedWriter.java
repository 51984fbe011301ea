package io.lockstarter.faults.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Writes to the fenced resource. Not thread-safe: each thread has one. */
final class FencedWriter implements AutoCloseable {

	private final Socket socket;

	private final BufferedReader replies;

	private final Writer requests;

	FencedWriter(int port) {
		try {
			this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
			this.socket.setTcpNoDelay(true);
			this.replies = new BufferedReader(
					new InputStreamReader(this.socket.getInputStream(), StandardCharsets.UTF_8));
			this.requests = new java.io.OutputStreamWriter(this.socket.getOutputStream(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns true if the resource accepted the write. */
	boolean write(String key, String hold, long fence) {
		try {
			this.requests.write(key + " " + hold + " " + fence + "\n");
			this.requests.flush();
			return "accepted".equals(this.replies.readLine());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
