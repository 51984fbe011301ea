package io.lockstarter.embedded;

/** The port that was asked for belongs to somebody else. */
public class PortTakenException extends EmbeddedRedisException {

	private final int port;

	PortTakenException(int port, String log) {
		super("Port " + port + " on " + EmbeddedRedis.HOST + " is taken, so redis-server could not start. "
				+ "Free it, or ask for port 0 to get any free one. The server's last log lines:\n" + log);
		this.port = port;
	}

	public int port() {
		return this.port;
	}

}
