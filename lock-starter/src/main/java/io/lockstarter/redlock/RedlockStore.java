package io.lockstarter.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.lettuce.core.SslOptions;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks on several independent Redis masters. A lock is held while a majority of
 * them has it. So even if a minority loses all its data, no second caller can acquire the
 * lock. Every command goes to all nodes at once and ends when a majority has decided it.
 * No node delays a command for longer than the node time-out.
 *
 * <p>
 * The nodes have no queue and send no wake-ups: waiters ask again at intervals, and
 * {@link WaiterMarks} keeps this fair. The store requires clocks that run at about the
 * same speed, and clocks of the nodes that do not jump.
 */
public final class RedlockStore implements LockStore, AutoCloseable {

	private final MonotonicClock clock = MonotonicClock.system();

	private final NodeClient client;

	private final RedlockCommands commands;

	/**
	 * Creates the store, and starts to connect to the nodes in the background.
	 * @param settings the settings
	 * @param ssl the TLS options; {@code null} for the defaults of the JVM
	 */
	public RedlockStore(RedlockSettings settings, @Nullable SslOptions ssl) {
		this.client = new NodeClient(ssl, this.clock);
		this.commands = new RedlockCommands(settings, new Quorum(settings.nodes().size()), this.client, this.clock,
				this.client);
	}

	private <T> T await(Function<MonotonicTimer, CompletableFuture<T>> command) {
		return BlockingCall.await(this.clock, command);
	}

	/**
	 * Waits until a majority is connected, or all nodes were tried.
	 * @param limit the longest wait
	 * @return whether a majority is connected
	 */
	public boolean awaitConnected(Duration limit) {
		return await((timer) -> this.commands.connected(limit.toNanos(), timer));
	}

	/** Returns the number of connected nodes. */
	long connected() {
		return this.commands.connected();
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return await((timer) -> this.commands.acquire(key, token, ttlMillis, timer));
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return await((timer) -> this.commands.contend(key, token, ttlMillis, wait != null, timer));
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return GiveWayReply.over(release(new Release(key, token, 0)));
	}

	@Override
	public long yieldMillis(String key, String token) {
		return this.commands.yieldMillis(key, token);
	}

	@Override
	public long acquireFenced(String key, String token, long ttlMillis, int count) {
		return await((timer) -> this.commands.acquireFenced(key, token, ttlMillis, count, timer));
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		return await((timer) -> this.commands.fence(key, token, ttlMillis, count, timer));
	}

	@Override
	public ReleaseReply release(Release entry) {
		return await((timer) -> this.commands.release(entry, timer));
	}

	@Override
	public AsyncLockStore async(Executor executor) {
		return new AsyncRedlockStore(this.commands, this.client);
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return await((timer) -> this.commands.releaseAll(batch, timer));
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return await((timer) -> this.commands.renew(batch, timer));
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return await((timer) -> this.commands.inspect(key, timer));
	}

	/**
	 * Never changes: unanswered commands of a lost connection fail, none is sent twice.
	 */
	@Override
	public long epoch() {
		return 0;
	}

	@Override
	public void close() {
		await(this.commands::quiet);
		this.client.close();
	}

}
