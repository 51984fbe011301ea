package io.lockstarter.redis;

import java.util.List;

import io.lockstarter.LockType;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockState;
import io.lockstarter.store.LockState.TypedHolder;
import io.lockstarter.store.QueuePlace;
import org.jspecify.annotations.Nullable;

/** Holds the scripts for claims, and converts their replies. */
final class ClaimScripts {

	static final Script<List<Object>> ACQUIRE = Script.list("claim_acquire", ClaimScripts::isAnswer,
			(reply) -> reply.get(0).equals(1L));

	static final Script<List<Object>> REFRESH = Script.list("claim_refresh",
			(replies) -> replies.stream().allMatch((each) -> each instanceof List<?> reply && isAnswer(reply)),
			(replies) -> replies.stream().anyMatch((each) -> each instanceof List<?> reply && reply.get(0).equals(1L)));

	static final Script<Long> RELEASE = new Script<>("claim_release", Long.class, (reply) -> true, (reply) -> false);

	static final Script<List<Object>> RELEASE_ALL = Script.list("claim_release_all", Script.Replies::areNumbers,
			(replies) -> false);

	static final Script<List<Object>> RENEW = Script.list("claim_renew", Script.Replies::areNumbers,
			(replies) -> replies.contains(1L));

	static final Script<String> FENCE = new Script<>("claim_fence", String.class, Script.Replies::isNumber,
			(number) -> !number.equals("0"));

	static final Script<Long> DOWNGRADE = new Script<>("claim_downgrade", Long.class, (reply) -> true,
			(reply) -> false);

	static final Script<String> FORCE_RELEASE = new Script<>("claim_force_release", String.class,
			Script.Replies::isForcedRelease, (reply) -> false);

	static final Script<List<Object>> DESCRIBE = Script.list("describe", ClaimScripts::isState, (reply) -> false);

	private ClaimScripts() {
	}

	private static boolean isAnswer(List<?> reply) {
		if (reply.isEmpty() || !(reply.get(0) instanceof Long code)) {
			return false;
		}
		return switch (code.intValue()) {
			case -1 -> reply.size() == 2 && reply.get(1) instanceof String mode && mode.length() == 1;
			case 1 -> reply.size() == 2 && reply.get(1) instanceof String number && Script.Replies.isNumber(number);
			case 0 -> reply.size() == 3 && isHolder(reply);
			case 2 ->
				reply.size() == 5 && isHolder(reply) && reply.get(3) instanceof Long && reply.get(4) instanceof Long;
			default -> code == 3;
		};
	}

	private static boolean isHolder(List<?> reply) {
		return reply.get(1) instanceof String && reply.get(2) instanceof Long;
	}

	private static boolean isState(List<Object> reply) {
		return reply.isEmpty() || (reply.size() == 2 && reply.get(0) instanceof List<?> holders
				&& holders.size() % 3 == 0 && reply.get(1) instanceof List<?>);
	}

	static Contention contention(List<?> reply) {
		Contention known = contentionIfKnown(reply);
		if (known == null) {
			throw new IllegalArgumentException("No outcome: " + reply);
		}
		return known;
	}

	/** Returns {@code null} if nothing is known of the token. */
	static @Nullable Contention contentionIfKnown(List<?> reply) {
		return switch (((Long) reply.get(0)).intValue()) {
			case -1 -> Contention.conflict(Claim.typeOf(((String) reply.get(1)).charAt(0)));
			case 1 -> Contention.won(Long.parseLong((String) reply.get(1)));
			case 0 -> new Contention(holder(reply, 1));
			case 2 ->
				new Contention(holder(reply, 1), new QueuePlace((Long) reply.get(3), true, reply.get(4).equals(0L)));
			default -> null;
		};
	}

	private static Holder holder(List<?> reply, int at) {
		return new Holder((String) reply.get(at), (Long) reply.get(at + 1));
	}

	static LockState state(List<Object> reply) {
		List<?> found = (List<?>) reply.get(0);
		TypedHolder[] holders = new TypedHolder[found.size() / 3];
		for (int i = 0; i < holders.length; i++) {
			LockType type = Claim.typeOf(((String) found.get(3 * i)).charAt(0));
			holders[i] = new TypedHolder(holder(found, 3 * i + 1), type);
		}
		return new LockState(List.of(holders), ((List<?>) reply.get(1)).stream().map(String.class::cast).toList());
	}

}
