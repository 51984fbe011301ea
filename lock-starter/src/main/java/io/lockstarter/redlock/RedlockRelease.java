package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lockstarter.redlock.Ballot.Verdict;
import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;

/**
 * The last phase: gives locks back on all nodes, also on those that may not have them. A
 * release goes on after a majority has decided what its reply is; what a node has not
 * confirmed when its connection ends is sent again as soon as it is back.
 */
final class RedlockRelease {

	/** The {@link Release#fence()} of what no number was given out with. */
	static final long NO_FENCE = -1;

	private static final int LIMIT = 500;

	private final Masters masters;

	private final Yields yields;

	private final Ballot<Release> ballot;

	RedlockRelease(Masters masters, Yields yields) {
		this.masters = masters;
		this.yields = yields;
		this.ballot = new Ballot<>(masters, "release", Release::key, (part) -> (node, wanted) -> send(node, part));
	}

	ReleaseReply release(Release entry) {
		return reply(entry, this.ballot.start(List.of(entry)).await(this.masters.timeout()));
	}

	CompletableFuture<ReleaseReply> releaseAsync(Release entry) {
		return this.ballot.start(List.of(entry))
			.end(this.masters.timeout())
			.thenApply((answers) -> reply(entry, answers));
	}

	private ReleaseReply reply(Release entry, List<Answer<List<Object>>> answers) {
		this.yields.released(entry.key(), entry.token(), othersMillis(answers));
		return reply(this.ballot.single(entry, answers));
	}

	/** The longest of what the nodes say, which is one more than that. */
	private static long othersMillis(List<Answer<List<Object>>> answers) {
		long longest = 0;
		for (Answer<List<Object>> answer : answers) {
			List<Object> replies = answer.reply();
			longest = Math.max(longest, (replies == null || replies.isEmpty()) ? 0 : (Long) replies.get(0) - 1);
		}
		return longest;
	}

	List<ReleaseReply> releaseAll(List<Release> batch) {
		return this.ballot.all(batch, (verdict, entry) -> reply(verdict));
	}

	private static ReleaseReply reply(Verdict verdict) {
		return switch (verdict) {
			case YES -> ReleaseReply.RELEASED;
			case NO -> ReleaseReply.NOT_MINE;
			case OPEN -> ReleaseReply.FAILED;
		};
	}

	/**
	 * Gives back what one node may have.
	 * @param node the node
	 * @param part what to give back there
	 * @return its reply; if its connection ends before, that is made up for later
	 */
	CompletableFuture<List<Object>> send(Node node, List<Release> part) {
		return sendOnce(node, part).exceptionallyCompose((failure) -> {
			boolean again = isUnsettled(failure) && !node.keep(part);
			return again ? settling(node, part, sendOnce(node, part)) : CompletableFuture.failedFuture(failure);
		});
	}

	private CompletableFuture<List<Object>> sendOnce(Node node, List<Release> part) {
		return node.send((commands, wanted) -> run(commands, part), () -> true);
	}

	/** A node is there (again): first of all it is sent what it has missed. */
	void connected(Node node, RedisAsyncCommands<String, String> commands) {
		List<Release> missed = node.leftovers().all(System.nanoTime());
		for (int from = 0; from < missed.size(); from += LIMIT) {
			List<Release> part = missed.subList(from, Math.min(missed.size(), from + LIMIT));
			var unused = settling(node, part, run(commands, part));
		}
	}

	/** Leftovers end with a reply: without one they are sent over the next connection. */
	private static CompletableFuture<List<Object>> settling(Node node, List<Release> part,
			CompletableFuture<List<Object>> sent) {
		return sent.whenComplete((reply, failure) -> {
			if (failure == null || !isUnsettled(failure)) {
				node.leftovers().settled(part);
			}
		});
	}

	/** The server has not said anything. */
	private static boolean isUnsettled(Throwable failure) {
		return !(RedlockFailures.unwrapped(failure) instanceof RedisCommandExecutionException);
	}

	private CompletableFuture<List<Object>> run(RedisAsyncCommands<String, String> commands, List<Release> part) {
		String[] keys = new String[3 * part.size()];
		String[] args = new String[3 * part.size() + 2];
		args[0] = Release.TOMBSTONE;
		args[1] = Masters.FENCE_MARGIN;
		for (int i = 0; i < part.size(); i++) {
			Release entry = part.get(i);
			keys[3 * i] = this.masters.lock(entry.key());
			keys[3 * i + 1] = this.masters.counter(entry.key());
			keys[3 * i + 2] = this.masters.wanted(entry.key());
			args[3 * i + 2] = entry.token();
			args[3 * i + 3] = Long.toString(entry.keepMillis());
			args[3 * i + 4] = Long.toString(entry.fence());
		}
		return NodeScript.RELEASE.run(commands, () -> true, keys, args);
	}

}
