package io.lockstarter.redis.topology;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedSentinel;

/**
 * Holds servers that take seconds to start. All test classes of this JVM share them, and
 * they end with the JVM. A test that stops one must start it again.
 */
final class SharedServers {

	private SharedServers() {
	}

	static EmbeddedSentinel sentinel() {
		return SentinelHolder.SENTINEL;
	}

	static EmbeddedCluster cluster() {
		return ClusterHolder.CLUSTER;
	}

	/** Returns a server with TLS and the certificate that a client must trust. */
	static TlsServer tls() {
		return TlsHolder.SERVER;
	}

	private static final class TlsHolder {

		static final TlsServer SERVER = TlsServer.start();

	}

	private static final class SentinelHolder {

		static final EmbeddedSentinel SENTINEL = EmbeddedSentinel.start();

	}

	private static final class ClusterHolder {

		static final EmbeddedCluster CLUSTER = EmbeddedCluster.start();

	}

}
