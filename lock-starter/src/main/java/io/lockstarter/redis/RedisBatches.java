package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.lockstarter.redis.Script.Replies;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Renews and releases many locks, in as few scripts as the slots allow. */
final class RedisBatches {

	private final RedisCommands calls;

	RedisBatches(RedisCommands calls) {
		this.calls = calls;
	}

	List<ReleaseReply> releaseAll(List<Release> batch) {
		if (batch.isEmpty()) {
			return List.of();
		}
		return inParts("release", batch, Release::key, RedisBatches::releases,
				this.calls.script("release", batch.get(0).key(), Script.RELEASE_ALL), Replies::release,
				ReleaseReply.FAILED);
	}

	private static List<String> releases(List<Release> part) {
		List<String> args = new ArrayList<>(2 * part.size());
		for (Release entry : part) {
			args.add(entry.token());
			args.add(Long.toString(entry.keepMillis()));
		}
		return args;
	}

	List<RenewReply> renew(List<Renewal> batch) {
		return inParts("renew", batch, (entry) -> entry.lease().key(), Script::renewArguments, Script.RENEW,
				Replies::renewal, RenewReply.FAILED);
	}

	/**
	 * Sends a batch in parts, one script each.
	 * @param verb the verb for messages
	 * @param batch the entries
	 * @param key returns the key of an entry
	 * @param send sends a part and returns as many replies
	 * @param failed the reply to every entry of a part that failed
	 */
	<E, R> List<R> inParts(String verb, List<E> batch, Function<E, String> key, Function<List<E>, List<R>> send,
			R failed) {
		if (batch.isEmpty()) {
			return List.of();
		}
		Topology topology = this.calls.call(verb, key.apply(batch.get(0)), this.calls::topology);
		return new Parts<E, R>(topology, send, failed).run(batch, (entry) -> this.calls.name(key.apply(entry)));
	}

	private <E, R> List<R> inParts(String verb, List<E> batch, Function<E, String> key,
			Function<List<E>, List<String>> args, Script<List<Object>> script, Function<Object, R> reply, R failed) {
		if (batch.isEmpty()) {
			return List.of();
		}
		Topology topology = this.calls.call(verb, key.apply(batch.get(0)), this.calls::topology);
		return new Parts<E, R>(topology, (part) -> {
			List<String> names = part.stream().map((entry) -> this.calls.name(key.apply(entry))).toList();
			String first = key.apply(part.get(0));
			List<Object> replies = this.calls.run(verb, script, first, names, args.apply(part).toArray(String[]::new));
			if (replies.size() != part.size()) {
				throw RedisFailures.noReply(RedisCommands.attempt(verb, first));
			}
			return replies.stream().map(reply).toList();
		}, failed).run(batch, (entry) -> this.calls.name(key.apply(entry)));
	}

	/**
	 * Splits a batch into parts for one script each: keys of one slot, and few enough
	 * that the script does not block the server for long: rule P (batches). A failed part
	 * does not affect the others. The first failure is thrown only if all parts fail.
	 *
	 * @param <E> an entry of the batch
	 * @param <R> the reply to an entry
	 */
	static final class Parts<E, R> {

		static final int LIMIT = LockStore.LARGEST_BATCH;

		private final Topology topology;

		private final Function<List<E>, List<R>> send;

		private final R failed;

		private final Set<Object> silentNodes = new HashSet<>();

		private @Nullable StoreException firstFailure;

		private boolean answered;

		/**
		 * Prepares one batch.
		 * @param topology decides which keys may be in one script
		 * @param send sends a part and returns as many replies
		 * @param failed the reply to every entry of a part that failed
		 */
		Parts(Topology topology, Function<List<E>, List<R>> send, R failed) {
			this.topology = topology;
			this.send = send;
			this.failed = failed;
		}

		List<R> run(List<E> batch, Function<E, String> key) {
			Map<Integer, List<Integer>> slots = new LinkedHashMap<>();
			for (int i = 0; i < batch.size(); i++) {
				slots.computeIfAbsent(this.topology.slot(key.apply(batch.get(i))), (slot) -> new ArrayList<>()).add(i);
			}
			List<R> replies = new ArrayList<>(Collections.nCopies(batch.size(), this.failed));
			slots.forEach((slot, places) -> {
				for (int from = 0; from < places.size(); from += LIMIT) {
					runPart(slot, batch, places.subList(from, Math.min(places.size(), from + LIMIT)), replies);
				}
			});
			if (this.firstFailure != null && !this.answered) {
				throw this.firstFailure;
			}
			return replies;
		}

		private void runPart(int slot, List<E> batch, List<Integer> places, List<R> replies) {
			// Only one time-out per server: otherwise a stopped server would use up the
			// time for the others.
			if (!this.silentNodes.isEmpty() && this.silentNodes.contains(this.topology.node(slot))) {
				return;
			}
			try {
				List<R> answers = this.send.apply(places.stream().map(batch::get).toList());
				for (int i = 0; i < places.size(); i++) {
					replies.set(places.get(i), answers.get(i));
				}
				this.answered = true;
			}
			catch (StoreException ex) {
				failed(slot, ex);
			}
		}

		private void failed(int slot, StoreException failure) {
			if (this.firstFailure == null) {
				this.firstFailure = failure;
			}
			Object node = (failure.outcome() == Outcome.UNKNOWN) ? this.topology.node(slot) : null;
			if (node != null) {
				this.silentNodes.add(node);
			}
		}

	}

	/**
	 * Decides which keys may be in one script, and which keys are on the same server.
	 */
	interface Topology {

		/** One server: all keys may be in one script. */
		Topology SINGLE = new Topology() {

			@Override
			public int slot(String key) {
				return 0;
			}

			@Override
			public Object node(int slot) {
				return this;
			}

		};

		/**
		 * Returns the slot of a key. Only keys of one slot may be in one script.
		 * @param key the whole key
		 * @return its slot
		 */
		int slot(String key);

		/**
		 * Returns the server of a slot.
		 * @param slot the slot
		 * @return the server, or {@code null} if it is not known
		 */
		@Nullable Object node(int slot);

		/**
		 * Returns the topology behind a factory.
		 * @param factory the factory
		 * @return the topology of a Redis Cluster, or {@link #SINGLE}
		 */
		static Topology of(UnboundConnectionFactory factory) {
			return factory.isCluster() ? new Cluster(factory) : SINGLE;
		}

		/**
		 * Represents a Redis Cluster.
		 *
		 * @param factory the connection factory of the cluster
		 */
		record Cluster(RedisConnectionFactory factory) implements Topology {

			@Override
			public int slot(String key) {
				return ClusterSlotHashUtil.calculateSlot(key.getBytes(StandardCharsets.UTF_8));
			}

			@Override
			public @Nullable Object node(int slot) {
				try (RedisClusterConnection connection = this.factory.getClusterConnection()) {
					return connection.clusterGetNodeForSlot(slot);
				}
				catch (RuntimeException ex) {
					return null;
				}
			}

		}

	}

}
