package io.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.lockstarter.LockRequest;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.Release;
import io.lockstarter.store.Turn;
import org.jspecify.annotations.Nullable;

/** Commands and outcomes in the fewest words. */
final class SimulationWords {

	private SimulationWords() {
	}

	static String of(Object any) {
		if (any instanceof Contention contention) {
			Holder holder = contention.holder();
			return (holder == null) ? "it is ours"
					: "held by " + token(holder.token()) + (contention.queued() ? ", we queue" : "");
		}
		if (any instanceof Turn turn) {
			return (turn.released() == null) ? "nobody else wants it"
					: turn.released() + (turn.queued() ? ", we queue" : "");
		}
		if (any instanceof List<?> list) {
			return list.stream().map(SimulationWords::of).collect(Collectors.joining(", "));
		}
		if (any instanceof Release release) {
			return token(release.token()) + ((release.keepMillis() > 0) ? " kept " + release.keepMillis() + " ms" : "");
		}
		if (any instanceof LockRequest request) {
			return request(request);
		}
		if (any instanceof Throwable ex) {
			return ex.getClass().getSimpleName();
		}
		return any.toString();
	}

	/** Without its time. */
	static String token(String token) {
		int last = token.lastIndexOf(':');
		return (last > token.indexOf(':')) ? token.substring(0, last) : token;
	}

	private static String request(LockRequest request) {
		return millis(request.ttl()) + (request.renew() ? " renewed" : " fixed") + (request.fence() ? ", fenced" : "")
				+ (LockRequest.FOREVER.equals(request.waitTime()) ? ", waits for ever"
						: ", waits " + millis(request.waitTime()))
				+ ((request.minHold() != null) ? ", at least " + millis(request.minHold()) : "")
				+ ((request.maxHold() != null) ? ", at most " + millis(request.maxHold()) : "");
	}

	private static String millis(@Nullable Duration duration) {
		return (duration == null) ? "as configured" : duration.toMillis() + " ms";
	}

}
