package io.lockstarter.redis;

import java.util.List;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Turn;

/** What the scripts return, in the words of the port. */
final class Replies {

	private Replies() {
	}

	static Contention contention(List<Object> reply) {
		return reply.isEmpty() ? Contention.WON : new Contention(holder(reply), reply.get(2).equals(1L));
	}

	static Holder holder(List<Object> reply) {
		return new Holder((String) reply.get(0), (Long) reply.get(1));
	}

	static Turn turn(List<Object> reply) {
		return switch (((Long) reply.get(0)).intValue()) {
			case 2 -> Turn.KEPT;
			case 1 -> new Turn(ReleaseReply.RELEASED, reply.get(1).equals(1L));
			default -> Turn.over(ReleaseReply.NOT_MINE);
		};
	}

	static ReleaseReply release(Object reply) {
		return switch (((Long) reply).intValue()) {
			case 1 -> ReleaseReply.RELEASED;
			case 0 -> ReleaseReply.NOT_MINE;
			default -> ReleaseReply.FAILED;
		};
	}

	static RenewReply renewal(Object reply) {
		return switch (((Long) reply).intValue()) {
			case 1 -> RenewReply.RENEWED;
			case 0 -> RenewReply.NOT_MINE;
			default -> RenewReply.FAILED;
		};
	}

}
