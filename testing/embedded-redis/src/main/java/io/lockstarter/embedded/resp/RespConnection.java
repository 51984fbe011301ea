package io.lockstarter.embedded.resp;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A simple connection to Redis for probes and tests: it sends a command and waits for the
 * reply. Not thread-safe.
 */
public final class RespConnection implements AutoCloseable {

	private final Socket socket;

	private final RespReader reader;

	private RespConnection(Socket socket) throws IOException {
		this.socket = socket;
		this.reader = new RespReader(socket.getInputStream());
	}

	/**
	 * Connects.
	 * @param timeout the time-out of the connection and of each reply
	 */
	public static RespConnection open(String host, int port, Duration timeout) throws IOException {
		Socket socket = new Socket();
		try {
			socket.setTcpNoDelay(true);
			socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
			socket.connect(new InetSocketAddress(host, port), socket.getSoTimeout());
			return new RespConnection(socket);
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
	}

	/** Sends a command and waits for the reply, which may be an error. */
	public RespFrame call(String... command) throws IOException {
		send(command);
		return receive();
	}

	/** Sends a command without waiting. */
	public void send(String... command) throws IOException {
		ByteArrayOutputStream request = new ByteArrayOutputStream();
		request.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
		for (String argument : command) {
			byte[] bytes = argument.getBytes(StandardCharsets.UTF_8);
			request.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
			request.writeBytes(bytes);
			request.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
		}
		sendRaw(request.toByteArray());
	}

	/** Sends raw bytes: a part of a command, or several commands. */
	public void sendRaw(byte[] bytes) throws IOException {
		this.socket.getOutputStream().write(bytes);
		this.socket.getOutputStream().flush();
	}

	/** Waits for the next reply. */
	public RespFrame receive() throws IOException {
		RespFrame reply = this.reader.next();
		if (reply == null) {
			throw new EOFException("The server closed the connection");
		}
		return reply;
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
