package io.lockstarter.redis;

import java.util.List;

import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Turn;
import org.jspecify.annotations.Nullable;

/** What the scripts return, in the words of the port. */
final class Replies {

	private Replies() {
	}

	static Contention contention(List<Object> reply) {
		return reply.isEmpty() ? Contention.WON : new Contention(holder(reply), place(reply, 2));
	}

	/**
	 * The state is 0: not in the queue, 1: in it, 2: in it, but no subscriber counted.
	 */
	private static @Nullable QueuePlace place(List<Object> reply, int state) {
		return reply.get(state).equals(0L) ? null
				: new QueuePlace((Long) reply.get(state + 1), reply.get(state).equals(1L));
	}

	static Holder holder(List<Object> reply) {
		return new Holder((String) reply.get(0), (Long) reply.get(1));
	}

	static Turn turn(List<Object> reply) {
		return switch (((Long) reply.get(0)).intValue()) {
			case 2 -> Turn.KEPT;
			case 1 -> new Turn(ReleaseReply.RELEASED, place(reply, 1));
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
