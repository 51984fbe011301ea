package io.lockstarter.embedded.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** Accepts connections on a port of the loopback address until it is closed. */
final class Listener implements AutoCloseable {

	private static final byte[] LOOPBACK = { 127, 0, 0, 1 };

	private final ServerSocket socket;

	private final Consumer<Socket> onConnection;

	private final Thread thread;

	private Listener(ServerSocket socket, Consumer<Socket> onConnection) {
		this.socket = socket;
		this.onConnection = onConnection;
		this.thread = new Thread(this::acceptAll, "proxy-accept-" + socket.getLocalPort());
		this.thread.setDaemon(true);
	}

	static Listener open(int port, Consumer<Socket> onConnection) throws IOException {
		ServerSocket socket = new ServerSocket();
		try {
			// The port is reopened while old connections are still closing.
			socket.setReuseAddress(true);
			socket.bind(address(port));
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
		Listener listener = new Listener(socket, onConnection);
		listener.thread.start();
		return listener;
	}

	static InetSocketAddress address(int port) throws IOException {
		return new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port);
	}

	private void acceptAll() {
		while (!this.socket.isClosed()) {
			try {
				this.onConnection.accept(this.socket.accept());
			}
			catch (IOException ex) {
				// The listener was closed, or the client left before it was accepted.
			}
		}
	}

	/** Returns after the port refuses connections. */
	@Override
	public void close() throws IOException {
		this.socket.close();
		try {
			// The kernel keeps the port open until the thread has left accept.
			this.thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
