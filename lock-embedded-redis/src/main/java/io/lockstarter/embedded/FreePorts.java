package io.lockstarter.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.function.IntPredicate;
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

	/** From the port of a cluster's node to the one on which it talks to the others. */
	static final int BUS_PORT_OFFSET = 10_000;

	private static final int ATTEMPTS = 200;

	private static final byte[] LOOPBACK = { 127, 0, 0, 1 };

	private final RandomGenerator random;

	public FreePorts(RandomGenerator random) {
		this.random = random;
	}

	public int next() {
		return next(HIGHEST, FreePorts::isFree);
	}

	/** A port of which the usual bus port is free and in the range, too. */
	int nextWithBusPort() {
		return next(HIGHEST - BUS_PORT_OFFSET, (port) -> isFree(port) && isFree(port + BUS_PORT_OFFSET));
	}

	private int next(int highest, IntPredicate free) {
		for (int i = 0; i < ATTEMPTS; i++) {
			int port = this.random.nextInt(LOWEST, highest);
			if (free.test(port)) {
				return port;
			}
		}
		throw new EmbeddedRedisException("No free port between " + LOWEST + " and " + highest);
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
