package io.lockstarter.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.regex.Pattern;

import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.embedded.resp.RespFrame;

/**
 * Waits until a server replies, and checks that it is the started server. On a taken
 * port, another server replies while the started one is about to fail.
 */
final class StartupProbe {

	private static final Duration PAUSE = Duration.ofMillis(5);

	private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(1);

	/**
	 * A server or a sentinel logs this, at any log level, after it has bound its port.
	 */
	private static final Pattern PORT_BOUND = Pattern.compile("Server initialized|Sentinel ID is");

	/** The text depends on the C library of the binary. */
	private static final Pattern PORT_TAKEN = Pattern.compile("Address (already )?in use");

	private final GuardedProcess process;

	private final int port;

	private final ServerHome home;

	StartupProbe(GuardedProcess process, int port, ServerHome home) {
		this.process = process;
		this.port = port;
		this.home = home;
	}

	void await(Duration timeout) {
		long start = System.nanoTime();
		while (!this.process.awaitEnd(PAUSE)) {
			if (answers()) {
				return;
			}
			if (System.nanoTime() - start > timeout.toNanos()) {
				throw new EmbeddedRedisException("redis-server did not reply on port " + this.port + " within "
						+ timeout.toMillis() + " ms. Its last log lines:\n" + this.home.lastLogLines());
			}
		}
		String log = this.home.lastLogLines();
		if (PORT_TAKEN.matcher(log).find()) {
			throw new PortTakenException(this.port, log);
		}
		throw new EmbeddedRedisException("redis-server ended with status " + this.process.exitValue()
				+ " before it replied on port " + this.port + ". Its last log lines:\n" + log);
	}

	private boolean answers() {
		try (RespConnection connection = RespConnection.open(EmbeddedRedis.HOST, this.port, REPLY_TIMEOUT)) {
			return !connection.call("PING").text().startsWith("LOADING") && isStartedServer(connection);
		}
		catch (IOException ex) {
			return false;
		}
	}

	private boolean isStartedServer(RespConnection connection) throws IOException {
		RespFrame info = connection.call("INFO", "server");
		if (info.isError()) {
			// A password or an access list forbids INFO.
			return PORT_BOUND.matcher(this.home.log()).find();
		}
		return info.text().lines().anyMatch(("process_id:" + this.process.pid())::equals);
	}

}
