package io.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;

/** Renewals and releases of many locks, each in as few scripts as the slots allow. */
final class RedisBatches {

	private final RedisCalls calls;

	private final String channels;

	RedisBatches(RedisCalls calls, String channels) {
		this.calls = calls;
		this.channels = channels;
	}

	List<ReleaseReply> releaseAll(List<Release> batch) {
		return inParts("release", batch, Release::key, this::releases, Script.RELEASE_ALL, Replies::release,
				ReleaseReply.FAILED);
	}

	private List<String> releases(List<Release> part) {
		List<String> args = new ArrayList<>(2 * part.size() + 3);
		args.add(Release.TOMBSTONE);
		args.add(this.channels);
		args.add(this.calls.cluster("release", part.get(0).key()));
		for (Release entry : part) {
			args.add(entry.token());
			args.add(Long.toString(entry.keepMillis()));
		}
		return args;
	}

	List<RenewReply> renew(List<Renewal> batch) {
		return inParts("renew", batch, (entry) -> entry.lease().key(), RedisBatches::renewals, Script.RENEW,
				Replies::renewal, RenewReply.FAILED);
	}

	private static List<String> renewals(List<Renewal> part) {
		List<String> args = new ArrayList<>(2 * part.size());
		for (Renewal entry : part) {
			args.add(entry.lease().token());
			args.add(Long.toString(entry.ttlMillis()));
		}
		return args;
	}

	private <E, R> List<R> inParts(String verb, List<E> batch, Function<E, String> key,
			Function<List<E>, List<String>> args, Script<List<Object>> script, Function<Object, R> reply, R failed) {
		if (batch.isEmpty()) {
			return List.of();
		}
		Topology topology = this.calls.call(verb, key.apply(batch.get(0)), this.calls::topology);
		return new Batches<E, R>(topology, (part) -> {
			List<String> names = part.stream().map((entry) -> this.calls.name(key.apply(entry))).toList();
			String first = key.apply(part.get(0));
			List<Object> replies = this.calls.run(verb, script, first, names, args.apply(part).toArray(String[]::new));
			if (replies.size() != part.size()) {
				throw RedisFailures.noReply(RedisCalls.attempt(verb, first));
			}
			return replies.stream().map(reply).toList();
		}, failed).run(batch, (entry) -> this.calls.name(key.apply(entry)));
	}

}
