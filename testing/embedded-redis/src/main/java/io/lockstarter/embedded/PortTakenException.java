package io.lockstarter.embedded;

/** Reports that another process uses the configured port. */
public class PortTakenException extends EmbeddedRedisException {

	private final int port;

	PortTakenException(int port, String log) {
		super("Port " + port + " on " + EmbeddedRedis.HOST + " is taken, so redis-server could not start. "
				+ "Free the port, or set port 0 to use a free one. The last log lines of the server:\n" + log);
		this.port = port;
	}

	public int port() {
		return this.port;
	}

}
