package io.lockstarter.embedded.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A port of the loopback address that does not reply to a SYN, like a firewall that drops
 * packets. Linux drops a SYN when the accept queue is full. So this class fills the queue
 * with its own connections.
 */
final class SilentPort implements AutoCloseable {

	private static final int ANSWER_MILLIS = 100;

	/** Stops here on systems where a full queue does not silence the port. */
	private static final int MOST = 64;

	private final List<Socket> fillers = new ArrayList<>();

	private final ServerSocket socket;

	private SilentPort(ServerSocket socket) {
		this.socket = socket;
	}

	/** Opens the port, and returns after a connection attempt had no reply. */
	static SilentPort open(InetSocketAddress address) throws IOException {
		SilentPort port = new SilentPort(new ServerSocket());
		try {
			port.socket.setReuseAddress(true);
			port.socket.bind(address, 1);
			port.fill(address);
			return port;
		}
		catch (IOException ex) {
			port.close();
			throw ex;
		}
	}

	private void fill(InetSocketAddress address) throws IOException {
		while (this.fillers.size() < MOST) {
			Socket filler = new Socket();
			this.fillers.add(filler);
			try {
				filler.connect(address, ANSWER_MILLIS);
			}
			catch (SocketTimeoutException ex) {
				return;
			}
		}
		throw new IOException(
				"Port " + address.getPort() + " still accepts connections: it cannot be silenced on this system");
	}

	/** Resets the connections in the queue. */
	@Override
	public void close() throws IOException {
		for (Socket filler : this.fillers) {
			Sockets.end(filler, true);
		}
		this.socket.close();
	}

}
