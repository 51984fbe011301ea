package io.lockstarter.redis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Predicate;

import io.lockstarter.LockType;
import io.lockstarter.redis.Script.Replies;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Contention;
import io.lockstarter.store.LockState;
import io.lockstarter.store.Refresh;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Splits batches into tokens with and without a claim, and sends those with a claim. An
 * error of one part does not hide what another part has applied: rule P (batches).
 */
final class ClaimBatches {

	private static final Object NO_REPLY = new Object();

	private final RedisCommands calls;

	private final RedisBatches batches;

	private final ClaimCommands commands;

	ClaimBatches(RedisCommands calls, RedisBatches batches) {
		this.calls = calls;
		this.batches = batches;
		this.commands = calls.claims();
	}

	List<ReleaseReply> releaseAll(List<Release> batch) {
		return split(
				batch, (entry) -> Claim.isIn(entry.token()), this.batches::releaseAll, (claims) -> this.batches
					.inParts("release", claims, Release::key, this::sendReleases, ReleaseReply.FAILED),
				ReleaseReply.FAILED);
	}

	private List<ReleaseReply> sendReleases(List<Release> part) {
		List<String> names = new ArrayList<>(4 * part.size());
		List<String> args = new ArrayList<>(2 * part.size() + 2);
		args.add(this.commands.channels());
		args.add(ClaimCommands.MARGIN);
		for (Release entry : part) {
			names.addAll(this.commands.names(entry.key()));
			args.add(entry.token());
			args.add(Long.toString(entry.keepMillis()));
		}
		return send("release", part.get(0).key(), ClaimScripts.RELEASE_ALL, names, args, part.size()).stream()
			.map(Replies::release)
			.toList();
	}

	List<RenewReply> renew(List<Renewal> batch) {
		return split(
				batch, (entry) -> Claim.isIn(entry.lease().token()), this.batches::renew, (claims) -> this.batches
					.inParts("renew", claims, (entry) -> entry.lease().key(), this::sendRenewals, RenewReply.FAILED),
				RenewReply.FAILED);
	}

	private List<RenewReply> sendRenewals(List<Renewal> part) {
		List<String> names = part.stream().map((entry) -> this.calls.name(entry.lease().key())).toList();
		List<String> args = new ArrayList<>(2 * part.size());
		for (Renewal entry : part) {
			args.add(entry.lease().token());
			args.add(Long.toString(entry.ttlMillis()));
		}
		return send("renew", part.get(0).lease().key(), ClaimScripts.RENEW, names, args, part.size()).stream()
			.map(Replies::renewal)
			.toList();
	}

	List<@Nullable Contention> refresh(List<Refresh> batch) {
		List<@Nullable Object> replies = new ArrayList<>(
				this.batches.<Refresh, Object>inParts("acquire", batch, Refresh::key, this::sendRefreshes, NO_REPLY));
		List<@Nullable Contention> results = new ArrayList<>(batch.size());
		replies.forEach((reply) -> results.add((reply instanceof Contention known) ? known : null));
		return results;
	}

	private List<Object> sendRefreshes(List<Refresh> part) {
		Map<String, List<Integer>> byKey = new LinkedHashMap<>();
		for (int i = 0; i < part.size(); i++) {
			byKey.computeIfAbsent(part.get(i).key(), (key) -> new ArrayList<>()).add(i);
		}
		List<String> names = new ArrayList<>(4 * byKey.size());
		List<String> args = new ArrayList<>();
		List<Integer> order = new ArrayList<>(part.size());
		args.add(Long.toString(part.stream().mapToLong(Refresh::aliveMillis).max().orElse(0)));
		args.add(this.commands.channels());
		args.add(ClaimCommands.MARGIN);
		byKey.forEach((key, places) -> {
			names.addAll(this.commands.names(key));
			args.add(Integer.toString(places.size()));
			for (int place : places) {
				args.add(part.get(place).token());
				args.add(Long.toString(part.get(place).ttlMillis()));
			}
			order.addAll(places);
		});
		List<Object> replies = send("acquire", part.get(0).key(), ClaimScripts.REFRESH, names, args, part.size());
		Object[] results = new Object[part.size()];
		for (int i = 0; i < results.length; i++) {
			Contention known = ClaimScripts.contentionIfKnown((List<?>) replies.get(i));
			results[order.get(i)] = (known != null) ? known : NO_REPLY;
		}
		return List.of(results);
	}

	private List<Object> send(String verb, String key, Script<List<Object>> script, List<String> names,
			List<String> args, int size) {
		List<Object> replies = this.calls.run(verb, script, key, names, args.toArray(String[]::new));
		if (replies.size() != size) {
			throw RedisFailures.noReply(RedisCommands.attempt(verb, key));
		}
		return replies;
	}

	/**
	 * Sends the entries with and without a claim separately. A failure is thrown only if
	 * no part was applied.
	 */
	private static <E, R> List<R> split(List<E> batch, Predicate<E> isClaim, Function<List<E>, List<R>> plain,
			Function<List<E>, List<R>> claims, R failed) {
		List<E> withClaim = batch.stream().filter(isClaim).toList();
		if (withClaim.size() == batch.size()) {
			return claims.apply(batch);
		}
		List<E> others = batch.stream().filter(isClaim.negate()).toList();
		List<List<R>> parts = new ArrayList<>(2);
		StoreException failure = null;
		for (int i = 0; i < 2; i++) {
			try {
				parts.add((i == 0) ? plain.apply(others) : claims.apply(withClaim));
			}
			catch (StoreException ex) {
				if (failure != null) {
					throw failure;
				}
				failure = ex;
				parts.add(List.of());
			}
		}
		int[] next = new int[2];
		List<R> replies = new ArrayList<>(batch.size());
		for (E entry : batch) {
			int part = isClaim.test(entry) ? 1 : 0;
			replies.add(parts.get(part).isEmpty() ? failed : parts.get(part).get(next[part]++));
		}
		return replies;
	}

	/** Describes a lock of any type. An exclusive lock needs one command with one key. */
	Optional<LockState> describe(String key) {
		Optional<LockState> state = this.calls.run(this.commands.describe(key, 1));
		boolean claimed = state.isPresent() && state.get().holders().get(0).type() != LockType.EXCLUSIVE;
		return claimed ? this.calls.run(this.commands.describe(key, 2)) : state;
	}

	/** Returns whether a command failed since the key has another type in Redis. */
	static boolean isOtherType(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		String reply = RedisFailures.serverReply(cause);
		return reply != null && ServerError.of(reply) == ServerError.WRONGTYPE;
	}

	/**
	 * Handles the failure of a command with a plain token. If locks of another type use
	 * the key, the token does not have it.
	 * @param key the key
	 * @param token the token
	 * @param failure the failure of the command
	 * @param notOurs the result in this case
	 * @return the result
	 * @throws StoreException the failure, if it has another reason
	 */
	<T> T ifClaimed(String key, String token, StoreException failure, T notOurs) {
		conflict(key, token, failure);
		return notOurs;
	}

	/**
	 * Returns the type of the locks that use a key, if an exclusive request failed
	 * because of them.
	 * @param key the key
	 * @param token the token of the request
	 * @param failure the failure of the request
	 * @return the conflict
	 * @throws StoreException the failure, if it has another reason
	 */
	Contention conflict(String key, String token, StoreException failure) {
		if (Claim.isIn(token) || !isOtherType(failure)) {
			throw failure;
		}
		LockState state;
		try {
			state = this.calls.run(this.commands.describe(key, 1)).orElse(null);
		}
		catch (StoreException ex) {
			throw failure;
		}
		if (state == null) {
			// It has ended meanwhile. The caller asks again.
			throw new StoreException(StoreException.Outcome.NOT_APPLIED, "acquire lock '" + key + "'",
					"a lock of another type used the key until now. Try again.", failure);
		}
		return Contention.conflict(state.holders().get(0).type());
	}

}
