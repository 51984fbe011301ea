package io.lockstarter.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.embedded.resp.RespFrame;

/**
 * A master, its replicas and the sentinels that watch them, all of this JVM's own and
 * with its end. Replication is asynchronous, as it is by default: what the master had not
 * passed on is gone after a failover.
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
				hasten(this.sentinels.start(spec.sentinel(master)));
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
	 * Sentinels are made for networks; on one machine they can talk more often. Those of
	 * Redis before 7 cannot be configured so, and take longer to agree.
	 */
	private static void hasten(EmbeddedRedis sentinel) {
		if (RedisBinary.get().majorVersion() >= RedisBinary.REDIS_7) {
			sentinel.command("SENTINEL", "DEBUG", "publish-period", "200", "info-period", "500", "ask-period", "200");
		}
	}

	/** The name under which the sentinels know the master. */
	public String masterName() {
		return this.spec.masterName();
	}

	public List<EmbeddedRedis> sentinels() {
		return this.sentinels.all();
	}

	/** Host and port of each sentinel, for {@code spring.data.redis.sentinel.nodes}. */
	public List<String> sentinelAddresses() {
		return sentinels().stream().map(EmbeddedRedis::address).toList();
	}

	/**
	 * Master and replicas, whatever they are at the moment, in the order of their start.
	 */
	public List<EmbeddedRedis> servers() {
		return this.servers.all();
	}

	/** The server that the sentinels take for the master. */
	public EmbeddedRedis master() {
		EmbeddedRedis sentinel = this.sentinels.alive().get(0);
		return this.servers.byPort(Integer
			.parseInt(sentinel.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", masterName()).items().get(1).text()));
	}

	/** The servers that are running and a replica at the moment. */
	public List<EmbeddedRedis> replicas() {
		return this.servers.alive("slave");
	}

	/**
	 * Kills the master, and waits until a replica has been promoted and all agree on it.
	 * @return the server that was the master, for {@link #rejoin}
	 */
	public EmbeddedRedis failover() {
		EmbeddedRedis old = master();
		old.kill();
		awaitFailoverOf(old);
		return old;
	}

	/**
	 * Waits until a replica has been promoted in the place of this server, which is dead
	 * or was silent for too long, and until all agree on it.
	 */
	public void awaitFailoverOf(EmbeddedRedis old) {
		Await.until("a replica of " + old.port() + " is promoted", TIMEOUT, () -> master() != old);
		awaitAgreement();
	}

	/** Starts a server that was killed, and waits until it is a replica in sync. */
	public void rejoin(EmbeddedRedis server) {
		server.restart();
		Await.until("server " + server.port() + " is a replica", TIMEOUT, () -> server.info("role").equals("slave"));
		server.awaitInSync();
		awaitAgreement();
	}

	/**
	 * Waits until all sentinels know each other and the same master, and until all
	 * servers that run follow it.
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
