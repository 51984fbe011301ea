package io.lockstarter.redis;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands over the shared Lettuce connection, without blocking a thread. It uses
 * workers for batches, and if sending may block or a command may never end.
 */
final class LettuceLockStore implements AsyncLockStore {

	private final LettuceTransport transport;

	private final RedisCommands commands;

	private final AsyncLockStore workers;

	LettuceLockStore(LettuceTransport transport, RedisCommands commands, AsyncLockStore workers) {
		this.transport = transport;
		this.commands = commands;
		this.workers = workers;
	}

	@Override
	public boolean isReady() {
		return !isBlocking();
	}

	@Override
	public AsyncLockStore within(long nanos) {
		return new LettuceLockStore(this.transport, this.commands, this.workers.within(nanos));
	}

	@Override
	public CompletionStage<Boolean> acquire(String key, String token, long ttlMillis) {
		if (isBlocking()) {
			return this.workers.acquire(key, token, ttlMillis);
		}
		return translated("acquire", key, () -> this.transport.sendIfAbsent(this.commands.name(key), token,
				RedisCommands.checked(key, ttlMillis)));
	}

	@Override
	public CompletionStage<Contention> contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		return isBlocking() ? this.workers.contend(key, token, ttlMillis, wait)
				: orByWorkers(send(() -> this.commands.contend(key, token, ttlMillis, wait), "acquire", key),
						() -> this.workers.contend(key, token, ttlMillis, wait));
	}

	/**
	 * Repeats a command on a worker if the key has another type in Redis. The blocking
	 * form then finds out which locks use it.
	 */
	private static <T> CompletionStage<T> orByWorkers(CompletionStage<T> sent, Supplier<CompletionStage<T>> again) {
		return sent.exceptionallyCompose(
				(failure) -> ClaimBatches.isOtherType(failure) ? again.get() : CompletableFuture.failedStage(failure));
	}

	@Override
	public CompletionStage<Long> acquireFenced(String key, String token, long ttlMillis, int count) {
		return isBlocking() ? this.workers.acquireFenced(key, token, ttlMillis, count)
				: orByWorkers(send(() -> this.commands.acquireFenced(key, token, ttlMillis, count), "acquire", key),
						() -> this.workers.acquireFenced(key, token, ttlMillis, count));
	}

	@Override
	public CompletionStage<Long> fence(String key, String token, long ttlMillis, int count) {
		return isBlocking() ? this.workers.fence(key, token, ttlMillis, count)
				: send(() -> this.commands.fence(key, token, ttlMillis, count), RedisCommands.FENCING, key);
	}

	/**
	 * Sends a release directly even if there is no connection yet, so that it stays in
	 * order with later commands.
	 */
	@Override
	public CompletionStage<ReleaseReply> release(Release entry) {
		return this.transport.endsByItself()
				? orByWorkers(send(() -> this.commands.release(entry), "release", entry.key()),
						() -> this.workers.release(entry))
				: this.workers.release(entry);
	}

	@Override
	public CompletionStage<GiveWayReply> giveWay(String key, String token, long ttlMillis, String next,
			QueueRequest wait) {
		return isBlocking() ? this.workers.giveWay(key, token, ttlMillis, next, wait)
				: send(() -> this.commands.giveWay(key, token, ttlMillis, next, wait), "release", key);
	}

	@Override
	public CompletionStage<Optional<Holder>> inspect(String key) {
		return isBlocking() ? this.workers.inspect(key) : send(() -> this.commands.inspect(key), "inspect", key);
	}

	@Override
	public CompletionStage<List<ReleaseReply>> releaseAll(List<Release> batch) {
		return this.workers.releaseAll(batch);
	}

	@Override
	public CompletionStage<List<RenewReply>> renew(List<Renewal> batch) {
		return this.workers.renew(batch);
	}

	/** Returns whether sending may block, or a command may wait forever for its reply. */
	private boolean isBlocking() {
		return !this.transport.isConnected() || !this.transport.endsByItself() || !this.commands.knowsTopology();
	}

	private <R, T> CompletionStage<T> send(Supplier<RedisCommands.Command<R, T>> command, String verb, String key) {
		return translated(verb, key, () -> {
			RedisCommands.Command<R, T> built = command.get();
			return this.transport.send(built.script(), built.names(), built.args().toArray(String[]::new))
				.thenApply((reply) -> {
					if (reply == null) {
						throw RedisFailures.noReply(RedisCommands.attempt(verb, key));
					}
					return built.result().apply(reply);
				});
		});
	}

	/** Translates a failure to the exception that the blocking store would throw. */
	private <T> CompletionStage<T> translated(String verb, String key, Supplier<CompletionStage<T>> command) {
		CompletionStage<T> sent;
		try {
			sent = command.get();
		}
		catch (RuntimeException ex) {
			sent = CompletableFuture.failedStage(ex);
		}
		return sent.exceptionallyCompose((failure) -> {
			Throwable cause = (failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure;
			return CompletableFuture.failedStage((cause instanceof StoreException || cause instanceof Error) ? cause
					: RedisFailures.translate(RedisCommands.attempt(verb, key), this.transport.translated(cause)));
		});
	}

}
