package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.store.Holder;
import org.jspecify.annotations.Nullable;

/** Who has a key, as several nodes see it. */
final class Holders {

	private final Quorum quorum;

	private final Map<String, List<Long>> remaining = new HashMap<>();

	/**
	 * Takes what the nodes say.
	 * @param quorum how many make a majority
	 * @param replies the token and the remaining ms, or nothing
	 */
	Holders(Quorum quorum, List<List<Object>> replies) {
		this.quorum = quorum;
		for (List<Object> reply : replies) {
			if (!reply.isEmpty()) {
				this.remaining.computeIfAbsent((String) reply.get(0), (token) -> new ArrayList<>())
					.add((Long) reply.get(1));
			}
		}
	}

	/** Whom a majority names, and how long a majority will. */
	@Nullable Holder majority() {
		Holder first = first();
		return (first != null && first.remainingMillis() >= 0) ? first : null;
	}

	/**
	 * Whom most nodes name; how long is known only if they are a majority.
	 */
	@Nullable Holder first() {
		String most = null;
		int votes = 0;
		for (Map.Entry<String, List<Long>> entry : this.remaining.entrySet()) {
			if (entry.getValue().size() > votes) {
				votes = entry.getValue().size();
				most = entry.getKey();
			}
		}
		if (most == null) {
			return null;
		}
		List<Long> times = this.remaining.getOrDefault(most, List.of());
		if (!this.quorum.reachedBy(votes)) {
			return new Holder(most, -1);
		}
		return new Holder(most, Math.max(0, times.stream().sorted().toList().get(votes - this.quorum.majority())));
	}

}
