package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/**
 * Implements all commands of Redlock asynchronously. Nothing here blocks or starts a
 * thread: the clock, the timers and the connections are parameters. The timer of a
 * command runs its time-outs until the command ends.
 */
final class RedlockCommands {

	private final AtomicLong longestTtl = new AtomicLong();

	private final NodeGroup masters;

	private final Validity validity;

	private final WaiterMarks waiterMarks;

	private final RedlockAcquire acquire;

	private final RedlockFence fence;

	private final RedlockRenew renew;

	private final RedlockRelease release;

	/**
	 * Creates the commands, and starts to connect to the nodes.
	 * @param settings the settings
	 * @param quorum the majority of the nodes
	 * @param connector opens connections
	 * @param clock the clock of this instance
	 * @param timer runs later attempts to connect
	 */
	RedlockCommands(RedlockSettings settings, Quorum quorum, NodeConnector connector, MonotonicClock clock,
			MonotonicTimer timer) {
		List<Node> nodes = new ArrayList<>();
		long timeout = settings.nodeTimeout().toNanos();
		Keys keys = new Keys(settings.prefix());
		this.masters = new NodeGroup(nodes, quorum, timeout, keys, clock);
		this.validity = new Validity(settings.driftFactor());
		noteTtl(settings.ttl().toMillis());
		this.waiterMarks = new WaiterMarks(this.masters, settings.longestSleep().toMillis());
		this.release = new RedlockRelease(this.masters, this.waiterMarks);
		MinorityCleanup cleanups = new MinorityCleanup(this.masters);
		this.acquire = new RedlockAcquire(this.masters, this.validity, cleanups);
		this.fence = new RedlockFence(this.masters, this.validity, this.acquire, cleanups);
		this.renew = new RedlockRenew(this.masters, this.validity);
		settings.nodes()
			.forEach((uri) -> nodes
				.add(new Node(uri, connector, clock, timer, timeout, new Restarts(this.longestTtl::get), keys)));
		nodes.forEach(Node::connect);
	}

	/** Waits until a majority is connected, all nodes were tried, or the time is over. */
	CompletableFuture<Boolean> connected(long nanos, MonotonicTimer timer) {
		return this.masters
			.round((List<Answer<Void>> answers) -> isConnected(), (node, wanted) -> node.triedOnce().copy())
			.by(this.masters.clock().nanos() + nanos, timer)
			.thenApply((answers) -> isConnected());
	}

	private boolean isConnected() {
		return this.masters.quorum().reachedBy(connected());
	}

	/** Returns the number of connected nodes. */
	long connected() {
		return this.masters.nodes().stream().filter(Node::isConnected).count();
	}

	CompletableFuture<Void> quiet(MonotonicTimer timer) {
		return this.masters.quiet(timer);
	}

	CompletableFuture<Boolean> acquire(String key, String token, long ttlMillis, MonotonicTimer timer) {
		return this.acquire.acquire(key, token, checked(key, ttlMillis), timer);
	}

	/**
	 * Tries to acquire a lock. If it is busy and the caller waits, marks this on the
	 * nodes.
	 */
	CompletableFuture<Contention> contend(String key, String token, long ttlMillis, boolean waits,
			MonotonicTimer timer) {
		CompletableFuture<Contention> outcome = this.acquire.contend(key, token, checked(key, ttlMillis), timer);
		return !waits ? outcome : outcome.thenApply((contention) -> {
			if (contention.holder() != null) {
				this.waiterMarks.waits(key, token);
			}
			else {
				this.waiterMarks.won(key, token);
			}
			return contention;
		});
	}

	long yieldMillis(String key, String token) {
		return this.waiterMarks.remainingMillis(key, token);
	}

	CompletableFuture<Long> acquireFenced(String key, String token, long ttlMillis, int count, MonotonicTimer timer) {
		return this.fence.acquire(key, token, checked(key, ttlMillis), count, timer);
	}

	CompletableFuture<Long> fence(String key, String token, long ttlMillis, int count, MonotonicTimer timer) {
		return this.fence.draw(key, token, checked(key, ttlMillis), count, timer);
	}

	CompletableFuture<ReleaseReply> release(Release entry, MonotonicTimer timer) {
		return this.release.release(entry, timer);
	}

	CompletableFuture<List<ReleaseReply>> releaseAll(List<Release> batch, MonotonicTimer timer) {
		return this.release.releaseAll(batch, timer);
	}

	CompletableFuture<List<RenewReply>> renew(List<Renewal> batch, MonotonicTimer timer) {
		batch.forEach((entry) -> noteTtl(entry.ttlMillis()));
		return this.renew.renew(batch, timer);
	}

	CompletableFuture<Optional<Holder>> inspect(String key, MonotonicTimer timer) {
		String[] keys = { this.masters.keys().lock(key) };
		NodeCommand<List<Object>> command = (connection, wanted) -> NodeScript.INSPECT.run(connection, wanted, keys,
				new String[0]);
		// All nodes must answer, since a minority may have missed a renewal.
		return this.masters.<List<Object>>round((some) -> false, (node, wanted) -> node.send(command, wanted))
			.by(this.masters.deadline(), timer)
			.thenApply((answers) -> Optional.ofNullable(holder(key, answers)));
	}

	private @Nullable Holder holder(String key, List<Answer<List<Object>>> answers) {
		if (!this.masters.quorum().reachedBy(Answer.count(answers, (reply) -> true))) {
			throw this.masters.tooFew("inspect", key, answers, false);
		}
		return Holders.of(this.masters.quorum(), answers).majority();
	}

	private long checked(String key, long ttlMillis) {
		if (ttlMillis <= 0) {
			throw new IllegalArgumentException("The ttl of '" + key + "' must be above zero: " + ttlMillis + " ms");
		}
		noteTtl(ttlMillis);
		return ttlMillis;
	}

	private void noteTtl(long ttlMillis) {
		long ttl = TimeUnit.MILLISECONDS.toNanos(this.validity.onNodes(ttlMillis));
		if (ttl > this.longestTtl.get()) {
			this.longestTtl.accumulateAndGet(ttl, Math::max);
		}
	}

}
