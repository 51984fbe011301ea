package io.lockstarter.embedded.proxy;

import java.io.IOException;
import java.net.Socket;

/** The two ways in which a TCP connection ends. */
final class Sockets {

	private Sockets() {
	}

	/** Ends with a FIN, or with a RST, which throws away what is under way. */
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
			// Ended already.
		}
	}

}
