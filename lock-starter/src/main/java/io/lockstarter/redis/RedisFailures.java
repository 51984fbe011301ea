package io.lockstarter.redis;

import java.net.SocketTimeoutException;
import java.util.List;

import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

import javax.net.ssl.SSLHandshakeException;

import org.springframework.dao.QueryTimeoutException;

/**
 * Says what is known of a command that failed, on Lettuce and on Jedis. Whatever is not
 * known for sure is {@link Outcome#UNKNOWN}. The clients' classes are compared by name,
 * since each of them is optional.
 */
public final class RedisFailures {

	private static final String LETTUCE_REPLY = "io.lettuce.core.RedisCommandExecutionException";

	private static final String JEDIS_REPLY = "redis.clients.jedis.exceptions.JedisDataException";

	/** Lettuce says this of a connection that was closed before Lettuce looked at it. */
	private static final List<String> LOST_REASON = List.of("RedisHandshakeHandler not registered",
			"Connection closed prematurely");

	/**
	 * How Spring and Jedis begin to say that a connection could not be had, where they
	 * open it only when a command asks for it. If they choose other words one day, such a
	 * failure becomes unknown, which is safe.
	 */
	private static final List<String> UNSENT = List.of("Unable to connect to Redis", "Failed to connect to ",
			"Failed to create socket", "Could not get a resource from the pool");

	private static final String ARGUMENTS = ", with args beginning with";

	private RedisFailures() {
	}

	/**
	 * Translates a failure.
	 * @param attempt what was tried, as in "renew lock 'order:42'"
	 * @param failure what the client threw
	 * @return what is known
	 */
	public static StoreException translate(String attempt, RuntimeException failure) {
		MissingAcksException missing = find(failure, MissingAcksException.class);
		if (missing != null) {
			return failed(Outcome.UNKNOWN, attempt,
					missing.getMessage()
							+ ". It is given back; look at INFO replication and at distributed-lock.replicas.*",
					failure);
		}
		boolean unsent = isUnsent(failure);
		String reply = serverReply(failure);
		if (reply != null) {
			ServerError error = ServerError.of(reply);
			boolean neverSent = unsent && error.outcome == Outcome.UNKNOWN;
			return failed(neverSent ? Outcome.NOT_APPLIED : error.outcome, attempt,
					error.words + " (" + reply + "). " + error.advice, failure);
		}
		if (find(failure, SSLHandshakeException.class) != null) {
			return failed(Outcome.NOT_APPLIED, attempt,
					"there is no TLS connection to Redis (" + rootMessage(failure)
							+ "). Look at spring.data.redis.ssl.* and at the server's certificate; nothing was sent.",
					failure);
		}
		if (unsent) {
			return failed(Outcome.NOT_APPLIED, attempt, "there is no connection to Redis (" + rootMessage(failure)
					+ "). Look at spring.data.redis.* and whether the server runs; nothing was sent.", failure);
		}
		if (isTimeout(failure)) {
			return failed(Outcome.UNKNOWN, attempt, "Redis did not answer in time. It may have been applied; "
					+ "look at the server's load and at spring.data.redis.timeout.", failure);
		}
		return failed(Outcome.UNKNOWN, attempt, "the connection failed (" + rootMessage(failure)
				+ "). It may have been applied; look at the network and the server's log.", failure);
	}

	/**
	 * The failure that there was no reply at all, although the client reported success.
	 * @param attempt what was tried
	 * @return what is known
	 */
	static StoreException noReply(String attempt) {
		return failed(Outcome.UNKNOWN, attempt, "the Redis client gave no reply or one of another shape. "
				+ "Look for something between here and Redis that changes commands.", null);
	}

	private static StoreException failed(Outcome outcome, String attempt, String why, @Nullable Throwable cause) {
		return new StoreException(outcome, "Could not " + attempt + ": " + why, cause);
	}

	/**
	 * Returns the error reply of the server, without the arguments of a command that the
	 * server does not know: they may be a password.
	 * @param failure what the client or the store threw
	 * @return the server's own words; {@code null} if it did not answer with an error
	 */
	public static @Nullable String serverReply(Throwable failure) {
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			if (ex.getMessage() != null && (isA(ex, LETTUCE_REPLY) || isA(ex, JEDIS_REPLY))) {
				String reply = ex.getMessage();
				int arguments = reply.indexOf(ARGUMENTS);
				return (arguments < 0) ? reply : reply.substring(0, arguments);
			}
		}
		return null;
	}

	/**
	 * Says whether the server refused a command because the user lacks a right.
	 * @param failure what the client or the store threw
	 * @return whether it did
	 */
	public static boolean isMissingRight(Throwable failure) {
		String reply = serverReply(failure);
		return reply != null && ServerError.of(reply) == ServerError.NOPERM;
	}

	/**
	 * Says whether Lettuce lost the reason why a connection was not made. It does so when
	 * the server closes the connection sooner than Lettuce looks at it, for example after
	 * it refused a password.
	 * @param failure what the client threw
	 * @return whether another attempt may show the reason
	 */
	public static boolean hasLostItsReason(Throwable failure) {
		return LOST_REASON.contains(String.valueOf(root(failure).getMessage()));
	}

	private static boolean isUnsent(Throwable failure) {
		String message = failure.getMessage();
		return failure instanceof NotConnectedException
				|| (message != null && UNSENT.stream().anyMatch(message::startsWith));
	}

	private static boolean isTimeout(Throwable failure) {
		return find(failure, QueryTimeoutException.class) != null
				|| find(failure, SocketTimeoutException.class) != null;
	}

	private static <T> @Nullable T find(Throwable failure, Class<T> type) {
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			if (type.isInstance(ex)) {
				return type.cast(ex);
			}
		}
		return null;
	}

	private static boolean isA(Throwable ex, String className) {
		for (Class<?> type = ex.getClass(); type != null; type = type.getSuperclass()) {
			if (type.getName().equals(className)) {
				return true;
			}
		}
		return false;
	}

	private static String rootMessage(Throwable failure) {
		Throwable root = root(failure);
		return hasLostItsReason(root) ? "the server closed it at once"
				: root.getClass().getSimpleName() + ": " + root.getMessage();
	}

	private static Throwable root(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return root;
	}

}
