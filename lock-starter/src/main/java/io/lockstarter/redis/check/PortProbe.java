package io.lockstarter.redis.check;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Finds out which protocol a port speaks, over sockets of its own. The clients cannot
 * tell: a Redis without TLS answers a TLS handshake with silence, and a Redis with TLS
 * answers a plain command by closing the connection.
 */
final class PortProbe {

	private static final int TIMEOUT_MILLIS = 1000;

	private PortProbe() {
	}

	/** Answers within about three seconds. */
	static Protocol ask(Endpoint endpoint) {
		try (Socket socket = open(endpoint)) {
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
			int first = socket.getInputStream().read();
			return (first == '+' || first == '-') ? Protocol.PLAIN : askForTls(endpoint);
		}
		catch (IOException ex) {
			return askForTls(endpoint);
		}
	}

	private static Protocol askForTls(Endpoint endpoint) {
		SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
		try (Socket socket = open(endpoint);
				SSLSocket tls = (SSLSocket) factory.createSocket(socket, endpoint.host(), endpoint.port(), true)) {
			tls.startHandshake();
			return Protocol.TLS;
		}
		catch (SocketTimeoutException ex) {
			return Protocol.SILENT;
		}
		catch (SSLHandshakeException ex) {
			// A certificate that is not trusted, or a request for one of ours: it is TLS.
			return (ex.getCause() instanceof EOFException) ? Protocol.OTHER : Protocol.TLS;
		}
		catch (IOException ex) {
			return Protocol.OTHER;
		}
	}

	private static Socket open(Endpoint endpoint) throws IOException {
		Socket socket = new Socket();
		try {
			socket.setSoTimeout(TIMEOUT_MILLIS);
			socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), TIMEOUT_MILLIS);
			return socket;
		}
		catch (IOException | RuntimeException ex) {
			socket.close();
			throw ex;
		}
	}

	/** The protocol of a port. */
	enum Protocol {

		/** Redis without TLS. */
		PLAIN,

		/** TLS. */
		TLS,

		/** No answer. */
		SILENT,

		/** No connection, or an answer of something else. */
		OTHER

	}

}
