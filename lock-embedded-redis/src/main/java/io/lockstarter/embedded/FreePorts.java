package io.lockstarter.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.random.RandomGenerator;

/**
 * Finds ports that nobody listens on. The range lies below the ephemeral ports of Linux
 * and macOS: from there, a client that reconnects to a stopped server would now and then
 * get the server's own port as its local one and block the restart. A port can be taken
 * by somebody else before it is used: the user of this class tries again.
 */
public final class FreePorts {

	private static final int LOWEST = 15_000;

	private static final int HIGHEST = 32_000;

	private static final int ATTEMPTS = 200;

	private static final byte[] LOOPBACK = { 127, 0, 0, 1 };

	private final RandomGenerator random;

	public FreePorts(RandomGenerator random) {
		this.random = random;
	}

	public int next() {
		for (int i = 0; i < ATTEMPTS; i++) {
			int port = this.random.nextInt(LOWEST, HIGHEST);
			if (isFree(port)) {
				return port;
			}
		}
		throw new EmbeddedRedisException("No free port between " + LOWEST + " and " + HIGHEST);
	}

	private static boolean isFree(int port) {
		try (ServerSocket probe = new ServerSocket()) {
			probe.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
