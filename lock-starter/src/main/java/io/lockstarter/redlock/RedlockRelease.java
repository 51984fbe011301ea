package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.redlock.MajorityVote.Verdict;
import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;

/**
 * Implements the last phase: releases locks on all nodes, even on those that may not have
 * them. A release continues after a majority has decided its reply. If a connection ends
 * before the node has confirmed the release, it is sent again after the reconnect.
 */
final class RedlockRelease {

	/** The {@link Release#fence()} of a lock without a fencing number. */
	static final long NO_FENCE = -1;

	private final WaiterMarks waiterMarks;

	private final MajorityVote<Release> vote;

	RedlockRelease(NodeGroup masters, WaiterMarks waiterMarks) {
		this.waiterMarks = waiterMarks;
		this.vote = new MajorityVote<>(masters, "release", Release::key, (part) -> {
			ReleaseBatch batch = new ReleaseBatch(masters.keys(), part);
			return (node, wanted) -> node.release(batch);
		});
	}

	CompletableFuture<ReleaseReply> release(Release entry, MonotonicTimer timer) {
		return this.vote.one(entry, timer).thenApply((answers) -> reply(entry, answers));
	}

	private ReleaseReply reply(Release entry, List<Answer<List<Object>>> answers) {
		this.waiterMarks.released(entry.key(), entry.token(), othersMillis(answers));
		return reply(this.vote.single(entry, answers));
	}

	/** Returns the longest time of all replies. A reply is this time plus one. */
	private static long othersMillis(List<Answer<List<Object>>> answers) {
		long longest = 0;
		for (Answer<List<Object>> answer : answers) {
			List<Object> replies = answer.reply();
			longest = Math.max(longest, (replies == null || replies.isEmpty()) ? 0 : (Long) replies.get(0) - 1);
		}
		return longest;
	}

	CompletableFuture<List<ReleaseReply>> releaseAll(List<Release> batch, MonotonicTimer timer) {
		return this.vote.all(batch, timer, (verdict, entry) -> reply(verdict));
	}

	private static ReleaseReply reply(Verdict verdict) {
		return switch (verdict) {
			case YES -> ReleaseReply.RELEASED;
			case NO -> ReleaseReply.NOT_MINE;
			case OPEN -> ReleaseReply.FAILED;
		};
	}

}
