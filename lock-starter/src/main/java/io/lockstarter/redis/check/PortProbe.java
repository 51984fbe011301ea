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
 * Detects the protocol of a port over separate sockets. The Redis clients cannot detect
 * it: a Redis without TLS does not answer a TLS handshake, and a Redis with TLS closes
 * the connection after a plain command.
 */
final class PortProbe {

	private static final int TIMEOUT_MILLIS = 1000;

	private PortProbe() {
	}

	/** Detects the protocol within about three seconds. */
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
			// The certificate is not trusted, or the server requests one: it is TLS.
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

		/** No connection, or an unknown answer. */
		OTHER

	}

}
