package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.redis.Script;
import io.lockstarter.redlock.Round.Send;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;

/**
 * Implements the middle phase: renews locks on all nodes that have them. A renewal
 * succeeds if a majority has renewed the lock. The lock is lost only if a majority has
 * become impossible.
 */
final class RedlockRenew {

	private final NodeGroup masters;

	private final Validity validity;

	private final MajorityVote<Renewal> vote;

	RedlockRenew(NodeGroup masters, Validity validity) {
		this.masters = masters;
		this.validity = validity;
		this.vote = new MajorityVote<>(masters, "renew", (entry) -> entry.lease().key(), this::sending);
	}

	CompletableFuture<List<RenewReply>> renew(List<Renewal> batch, MonotonicTimer timer) {
		return this.vote.all(batch, timer, (verdict, entry) -> switch (verdict) {
			case YES -> RenewReply.RENEWED;
			case NO -> RenewReply.NOT_MINE;
			case OPEN -> RenewReply.FAILED;
		});
	}

	private Send<List<Object>> sending(List<Renewal> part) {
		String[] keys = part.stream()
			.map((entry) -> this.masters.keys().lock(entry.lease().key()))
			.toArray(String[]::new);
		List<Renewal> onNodes = part.stream()
			.map((entry) -> new Renewal(entry.lease(), this.validity.onNodes(entry.ttlMillis())))
			.toList();
		String[] args = Script.renewArguments(onNodes).toArray(String[]::new);
		return (node, wanted) -> node.send((connection, needed) -> NodeScript.RENEW.run(connection, needed, keys, args),
				wanted);
	}

}
