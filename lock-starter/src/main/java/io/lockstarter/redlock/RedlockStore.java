package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.lettuce.core.SslOptions;
import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.Turn;
import io.lockstarter.store.Wait;
import org.jspecify.annotations.Nullable;

/**
 * The port on several Redis masters that know nothing of each other: a lock is held while
 * a majority of them has it. So the loss of a minority, with all that it knew, lets
 * nobody in. Every command goes to all nodes at once and ends when a majority has decided
 * it; no node is waited for longer than its time-out.
 *
 * <p>
 * There is no queue on the nodes and nobody is woken: who waits asks again at intervals,
 * and {@link Yields} gives it its turn. Relies on clocks that run at about the same speed
 * and, on the nodes, do not jump.
 */
public final class RedlockStore implements LockStore, AutoCloseable {

	private final AtomicLong longestTtl = new AtomicLong();

	private final NodeClient client;

	private final Masters masters;

	private final Validity validity;

	private final Yields yields;

	private final RedlockAcquire acquire;

	private final RedlockFence fence;

	private final RedlockRenew renew;

	private final RedlockRelease release;

	/**
	 * Creates the store, and begins to connect to the nodes in the background.
	 * @param settings the settings
	 * @param ssl how to speak TLS; {@code null} for the way of the JVM
	 */
	public RedlockStore(RedlockSettings settings, @Nullable SslOptions ssl) {
		this.client = new NodeClient(ssl);
		List<Node> nodes = new ArrayList<>();
		this.masters = new Masters(nodes, new Quorum(settings.nodes().size()), settings.nodeTimeout().toNanos(),
				settings.prefix());
		this.validity = new Validity(settings.driftFactor());
		noteTtl(settings.ttl().toMillis());
		this.yields = new Yields(this.masters, settings.longestSleep().toMillis());
		this.release = new RedlockRelease(this.masters, this.yields);
		Cleanups cleanups = new Cleanups(this.masters, this.release);
		this.acquire = new RedlockAcquire(this.masters, this.validity, cleanups);
		this.fence = new RedlockFence(this.masters, this.validity, this.acquire, cleanups);
		this.renew = new RedlockRenew(this.masters, this.validity);
		settings.nodes()
			.forEach((uri) -> nodes.add(new Node(uri, this.client, settings.nodeTimeout(),
					new Restarts(this.longestTtl::get), this.release::connected)));
		nodes.forEach(Node::connect);
	}

	/**
	 * Waits until a majority is connected, or all have been tried.
	 * @param limit how long to wait
	 * @return whether a majority is connected
	 */
	public boolean awaitConnected(Duration limit) {
		this.masters.round((List<Answer<Void>> answers) -> isConnected(), (node, wanted) -> node.triedOnce().copy())
			.await(limit.toNanos());
		return isConnected();
	}

	private boolean isConnected() {
		return this.masters.quorum().reachedBy(connected());
	}

	/** How many nodes are connected. */
	long connected() {
		return this.masters.nodes().stream().filter(Node::isConnected).count();
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return this.acquire.acquire(key, token, checked(key, ttlMillis));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
		Contention outcome = this.acquire.contend(key, token, checked(key, ttlMillis));
		if (wait != null && outcome.holder() != null) {
			this.yields.waits(key, token);
		}
		else if (wait != null) {
			this.yields.won(key, token);
		}
		return outcome;
	}

	@Override
	public Turn giveWay(String key, String token, long ttlMillis, String next, Wait wait) {
		return Turn.over(release(new Release(key, token, 0)));
	}

	@Override
	public long yieldMillis(String key, String token) {
		return this.yields.remainingMillis(key, token);
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		return this.fence.acquire(key, token, checked(key, ttlMillis), count);
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return this.fence.draw(key, token, checked(key, ttlMillis), count);
	}

	@Override
	public ReleaseReply release(Release entry) {
		return this.release.release(entry);
	}

	@Override
	public CompletionStage<ReleaseReply> releaseAsync(Release entry, Executor executor) {
		return this.release.releaseAsync(entry);
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return this.release.releaseAll(batch);
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		batch.forEach((entry) -> noteTtl(entry.ttlMillis()));
		return this.renew.renew(batch);
	}

	@Override
	public Optional<Holder> inspect(String key) {
		String[] keys = { this.masters.lock(key) };
		// All of them are heard: a minority may have missed a renewal.
		List<Answer<List<Object>>> answers = this.masters
			.<List<Object>>round((some) -> false, (node, wanted) -> node
				.send((commands, needed) -> NodeScript.INSPECT.run(commands, needed, keys, new String[0]), wanted))
			.await(this.masters.timeout());
		if (!this.masters.quorum().reachedBy(Answer.count(answers, (reply) -> true))) {
			throw this.masters.tooFew("inspect", key, answers, false);
		}
		return Optional.ofNullable(holders(answers).majority());
	}

	private Holders holders(List<Answer<List<Object>>> answers) {
		return new Holders(this.masters.quorum(),
				answers.stream().map(Answer::reply).filter(Objects::nonNull).toList());
	}

	/** No command is ever sent twice: what a lost connection had not answered fails. */
	@Override
	public long epoch() {
		return 0;
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

	@Override
	public void close() {
		this.masters.awaitQuiet();
		this.client.close();
	}

}
