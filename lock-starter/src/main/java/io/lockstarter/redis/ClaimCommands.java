package io.lockstarter.redis;

import java.util.List;
import java.util.Optional;

import io.lockstarter.redis.RedisCommands.Command;
import io.lockstarter.store.Contention;
import io.lockstarter.store.LockState;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.jspecify.annotations.Nullable;

/**
 * Builds the commands for tokens with a claim: those of fair, read/write and semaphore
 * locks.
 */
final class ClaimCommands {

	static final String MARGIN = Long.toString(LockStore.FENCE_MARGIN.toMillis());

	private static final String QUEUE = "~queue:";

	private static final String ALIVE = "~alive:";

	private final String prefix;

	private final String channels;

	ClaimCommands(String prefix) {
		this.prefix = prefix;
		this.channels = GrantMessage.channels(prefix);
	}

	String channels() {
		return this.channels;
	}

	/**
	 * Returns the names of the lock, its queue, the times of its queue and its counter.
	 */
	List<String> names(String key) {
		return List.of(this.prefix + key, FenceKey.of(QUEUE, this.prefix, key), FenceKey.of(ALIVE, this.prefix, key),
				FenceKey.of(this.prefix, key));
	}

	Command<List<Object>, Contention> contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		boolean again = wait != null && wait.again();
		return new Command<>("acquire", key, ClaimScripts.ACQUIRE, names(key), List.of(token, Long.toString(ttlMillis),
				(wait != null) ? Long.toString(wait.aliveMillis()) : "", again ? "1" : "0", this.channels, MARGIN),
				ClaimScripts::contention);
	}

	Command<Long, ReleaseReply> release(Release entry) {
		return new Command<>("release", entry.key(), ClaimScripts.RELEASE, names(entry.key()),
				List.of(entry.token(), Long.toString(entry.keepMillis()), this.channels, MARGIN),
				Script.Replies::release);
	}

	Command<String, Long> fence(String key, String token, long ttlMillis, int count) {
		List<String> names = names(key);
		return new Command<>(RedisCommands.FENCING, key, ClaimScripts.FENCE, List.of(names.get(0), names.get(3)),
				List.of(token, Long.toString(ttlMillis), Integer.toString(count), MARGIN), Long::parseLong);
	}

	Command<Long, Boolean> downgrade(String key, String token) {
		return new Command<>("downgrade", key, ClaimScripts.DOWNGRADE, names(key),
				List.of(token, this.channels, MARGIN), (reply) -> reply == 1);
	}

	Command<String, Long> forceRelease(String key, String token) {
		return new Command<>("take away", key, ClaimScripts.FORCE_RELEASE, names(key),
				List.of(token, this.channels, MARGIN), Long::parseLong);
	}

	/**
	 * Describes a lock.
	 * @param key the key
	 * @param keys 1: without the waiters of claims. During the move of a slot, a Cluster
	 * refuses scripts with several keys. 2: with them
	 */
	Command<List<Object>, Optional<LockState>> describe(String key, int keys) {
		return new Command<>("inspect", key, ClaimScripts.DESCRIBE, names(key).subList(0, keys), List.of(),
				(reply) -> reply.isEmpty() ? Optional.empty() : Optional.of(ClaimScripts.state(reply)));
	}

}
