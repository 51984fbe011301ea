package io.lockstarter.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.embedded.resp.RespFrame;

/**
 * A master, its replicas and their sentinels, which end with this JVM. Replication is
 * asynchronous, as by default: a failover loses the writes that the master had not
 * replicated.
 */
public final class EmbeddedSentinel implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final ServerGroup servers = new ServerGroup();

	private final ServerGroup sentinels = new ServerGroup();

	private final EmbeddedSentinelBuilder spec;

	EmbeddedSentinel(EmbeddedSentinelBuilder spec) {
		this.spec = spec;
		try {
			EmbeddedRedis master = this.servers.start(spec.server());
			for (int i = 0; i < spec.replicas(); i++) {
				this.servers.start(spec.server().replicaOf(master));
			}
			replicas().forEach(EmbeddedRedis::awaitInSync);
			for (int i = 0; i < spec.sentinels(); i++) {
				shortenPeriods(this.sentinels.start(spec.sentinel(master)));
			}
			awaitAgreement();
		}
		catch (RuntimeException ex) {
			close();
			throw ex;
		}
	}

	/** Starts a master with two replicas and three sentinels. */
	public static EmbeddedSentinel start() {
		return builder().start();
	}

	public static EmbeddedSentinelBuilder builder() {
		return new EmbeddedSentinelBuilder();
	}

	/**
	 * Makes a sentinel exchange messages more often, which is possible on one machine.
	 * Sentinels of Redis before 7 do not have these options, and take longer to agree.
	 */
	private static void shortenPeriods(EmbeddedRedis sentinel) {
		if (RedisBinary.get().majorVersion() >= RedisBinary.REDIS_7) {
			sentinel.command("SENTINEL", "DEBUG", "publish-period", "200", "info-period", "500", "ask-period", "200");
		}
	}

	/** Returns the name of the master in the sentinels. */
	public String masterName() {
		return this.spec.masterName();
	}

	public List<EmbeddedRedis> sentinels() {
		return this.sentinels.all();
	}

	/**
	 * Returns host and port of each sentinel, for
	 * {@code spring.data.redis.sentinel.nodes}.
	 */
	public List<String> sentinelAddresses() {
		return sentinels().stream().map(EmbeddedRedis::address).toList();
	}

	/**
	 * Returns master and replicas, in the order of their start.
	 */
	public List<EmbeddedRedis> servers() {
		return this.servers.all();
	}

	/** Returns the current master of the sentinels. */
	public EmbeddedRedis master() {
		EmbeddedRedis sentinel = this.sentinels.alive().get(0);
		return this.servers.byPort(Integer
			.parseInt(sentinel.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", masterName()).items().get(1).text()));
	}

	/** Returns the running servers that are replicas now. */
	public List<EmbeddedRedis> replicas() {
		return this.servers.alive("slave");
	}

	/**
	 * Kills the master, and waits until a replica is promoted and all sentinels agree.
	 * @return the old master, for {@link #rejoin}
	 */
	public EmbeddedRedis failover() {
		EmbeddedRedis old = master();
		old.kill();
		awaitFailoverOf(old);
		return old;
	}

	/**
	 * Waits until a replica has replaced this server, which is dead or did not reply for
	 * too long, and until all sentinels agree.
	 */
	public void awaitFailoverOf(EmbeddedRedis old) {
		Await.until("a replica of " + old.port() + " is promoted", TIMEOUT, () -> master() != old);
		awaitAgreement();
	}

	/** Starts a killed server, and waits until it is a replica in sync. */
	public void rejoin(EmbeddedRedis server) {
		server.restart();
		Await.until("server " + server.port() + " is a replica", TIMEOUT, () -> server.info("role").equals("slave"));
		server.awaitInSync();
		awaitAgreement();
	}

	/**
	 * Waits until all sentinels know each other and the same master, and all running
	 * servers replicate it.
	 */
	private void awaitAgreement() {
		Await.until("the sentinels agree", TIMEOUT, () -> {
			EmbeddedRedis master = master();
			return master.info("role").equals("master") && master.info("connected_slaves").equals(connected(master))
					&& this.sentinels.alive().stream().allMatch((sentinel) -> agrees(sentinel, master));
		});
		replicas().forEach(EmbeddedRedis::awaitInSync);
	}

	private String connected(EmbeddedRedis master) {
		return Integer.toString((int) this.servers.alive().stream().filter((server) -> server != master).count());
	}

	private boolean agrees(EmbeddedRedis sentinel, EmbeddedRedis master) {
		Map<String, String> view = fields(sentinel.command("SENTINEL", "MASTER", masterName()));
		int others = this.sentinels.all().size() - 1;
		int replicas = this.servers.all().size() - 1;
		return "master".equals(view.get("flags")) && Integer.toString(master.port()).equals(view.get("port"))
				&& Integer.toString(others).equals(view.get("num-other-sentinels"))
				&& Integer.toString(replicas).equals(view.get("num-slaves"));
	}

	private static Map<String, String> fields(RespFrame reply) {
		List<String> words = new ArrayList<>(reply.items().stream().map(RespFrame::text).toList());
		Map<String, String> fields = new HashMap<>();
		for (int i = 0; i + 1 < words.size(); i += 2) {
			fields.put(words.get(i), words.get(i + 1));
		}
		return fields;
	}

	@Override
	public void close() {
		this.sentinels.close();
		this.servers.close();
	}

}
