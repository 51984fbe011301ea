package io.lockstarter.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * Finds free ports. The range lies below the ephemeral ports of Linux and macOS. In that
 * range, a client that reconnects to a stopped server sometimes gets the port of the
 * server as its local port, and blocks the restart. Another process can take a port
 * before it is used, so the caller must retry.
 */
public final class FreePorts {

	private static final int LOWEST = 15_000;

	private static final int HIGHEST = 32_000;

	/** The distance from the port of a cluster node to its bus port. */
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

	/** Returns a port whose bus port is free and in the range, too. */
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
