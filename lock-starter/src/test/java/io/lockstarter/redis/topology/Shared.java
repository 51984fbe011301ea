package io.lockstarter.redis.topology;

import io.lockstarter.embedded.EmbeddedCluster;
import io.lockstarter.embedded.EmbeddedSentinel;

/**
 * Servers that take seconds to start, for all test classes of this JVM, with which they
 * end. Whoever kills one lets it rejoin.
 */
final class Shared {

	private Shared() {
	}

	static EmbeddedSentinel sentinel() {
		return SentinelHolder.SENTINEL;
	}

	static EmbeddedCluster cluster() {
		return ClusterHolder.CLUSTER;
	}

	/** A server with TLS, and what a client has to trust. */
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
