package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.lockstarter.redlock.Round.Answer;
import io.lockstarter.store.Holder;
import org.jspecify.annotations.Nullable;

/** Finds the holder of a lock from the replies of several nodes. */
final class Holders {

	private final Quorum quorum;

	private final Map<String, List<Long>> remaining = new HashMap<>();

	/**
	 * Collects the replies of the nodes.
	 * @param quorum the majority
	 * @param replies for each node the token and the remaining ms, or an empty list
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

	static Holders of(Quorum quorum, List<Answer<List<Object>>> answers) {
		return new Holders(quorum, answers.stream().map(Answer::reply).filter(Objects::nonNull).toList());
	}

	/**
	 * Returns the holder that a majority reports, with the time that a majority has left.
	 */
	@Nullable Holder majority() {
		Holder first = first();
		return (first != null && first.remainingMillis() >= 0) ? first : null;
	}

	/**
	 * Returns the holder that most nodes report. The remaining time is known only if they
	 * are a majority.
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
