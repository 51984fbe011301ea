package io.lockstarter.embedded.proxy;

import java.io.IOException;
import java.net.Socket;

/** Closes or resets TCP connections. */
final class Sockets {

	private Sockets() {
	}

	/**
	 * Closes a connection with a FIN, or resets it with a RST, which discards unsent
	 * data.
	 */
	static void end(Socket socket, boolean reset) {
		try (socket) {
			if (reset) {
				socket.setSoLinger(true, 0);
			}
			else {
				// A close with unread input would send a RST: the FIN goes first.
				socket.shutdownOutput();
			}
		}
		catch (IOException ex) {
			// The connection has ended already.
		}
	}

}
