package io.lockstarter.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Options of an {@link EmbeddedSentinel}; all have a default. */
public final class EmbeddedSentinelBuilder {

	private final List<String> arguments = new ArrayList<>();

	private int replicas = 2;

	private int sentinels = 3;

	private String masterName = "main";

	private Duration downAfter = Duration.ofSeconds(1);

	EmbeddedSentinelBuilder() {
	}

	public EmbeddedSentinelBuilder replicas(int replicas) {
		this.replicas = replicas;
		return this;
	}

	/** Sets the number of sentinels. A majority of them decides. */
	public EmbeddedSentinelBuilder sentinels(int sentinels) {
		this.sentinels = sentinels;
		return this;
	}

	public EmbeddedSentinelBuilder masterName(String masterName) {
		this.masterName = masterName;
		return this;
	}

	/** Sets the time without a reply after which a sentinel declares a server dead. */
	public EmbeddedSentinelBuilder downAfter(Duration downAfter) {
		this.downAfter = downAfter;
		return this;
	}

	/**
	 * Adds arguments of the master and the replicas: {@code args("--appendonly", "yes")}.
	 */
	public EmbeddedSentinelBuilder args(String... arguments) {
		this.arguments.addAll(List.of(arguments));
		return this;
	}

	/** Starts all servers and waits until the sentinels agree on them. */
	public EmbeddedSentinel start() {
		return new EmbeddedSentinel(this);
	}

	int replicas() {
		return this.replicas;
	}

	int sentinels() {
		return this.sentinels;
	}

	String masterName() {
		return this.masterName;
	}

	EmbeddedRedisBuilder server() {
		return EmbeddedRedis.builder().args(this.arguments.toArray(String[]::new));
	}

	EmbeddedRedisBuilder sentinel(EmbeddedRedis master) {
		String where = this.masterName + " " + master.host() + " " + master.port();
		return EmbeddedRedis.builder()
			.config("sentinel monitor " + where + " " + (this.sentinels / 2 + 1),
					"sentinel down-after-milliseconds " + this.masterName + " " + this.downAfter.toMillis(),
					// A failed vote is repeated after twice this time.
					"sentinel failover-timeout " + this.masterName + " " + 4 * this.downAfter.toMillis(),
					"sentinel parallel-syncs " + this.masterName + " " + Math.max(1, this.replicas))
			.args("--sentinel");
	}

}
