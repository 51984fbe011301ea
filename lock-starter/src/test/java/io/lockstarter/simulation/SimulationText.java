package io.lockstarter.simulation;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.lockstarter.LockRequest;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/** Describes commands and outcomes briefly. */
public final class SimulationText {

	private SimulationText() {
	}

	public static String of(Object any) {
		if (any instanceof Contention contention) {
			Holder holder = contention.holder();
			return (holder == null) ? "it is ours"
					: "held by " + token(holder.token()) + (contention.queued() ? ", we queue" : "");
		}
		if (any instanceof GiveWayReply reply) {
			return (reply.released() == null) ? "no other instance waits"
					: reply.released() + (reply.queued() ? ", we queue" : "");
		}
		if (any instanceof List<?> list) {
			return list.stream().map(SimulationText::of).collect(Collectors.joining(", "));
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

	/** Returns a token without its time. */
	public static String token(String token) {
		int last = token.lastIndexOf(':');
		return (last > token.indexOf(':')) ? token.substring(0, last) : token;
	}

	private static String request(LockRequest request) {
		return millis(request.ttl()) + (request.renew() ? " renewed" : " fixed") + (request.fencing() ? ", fenced" : "")
				+ (LockRequest.FOREVER.equals(request.waitTime()) ? ", waits forever"
						: ", waits " + millis(request.waitTime()))
				+ ((request.minHold() != null) ? ", at least " + millis(request.minHold()) : "")
				+ ((request.maxHold() != null) ? ", at most " + millis(request.maxHold()) : "");
	}

	private static String millis(@Nullable Duration duration) {
		return (duration == null) ? "as configured" : duration.toMillis() + " ms";
	}

}
