package io.lockstarter.redis;

import java.net.SocketTimeoutException;
import java.util.List;

import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

import javax.net.ssl.SSLHandshakeException;

import org.springframework.dao.QueryTimeoutException;

/**
 * Translates the failure of a command on Lettuce or Jedis. If it is not certain that the
 * command was not applied, the outcome is {@link Outcome#UNKNOWN}. The classes of the
 * clients are compared by name, since each client is optional.
 */
public final class RedisFailures {

	private static final String LETTUCE_REPLY = "io.lettuce.core.RedisCommandExecutionException";

	private static final String JEDIS_REPLY = "redis.clients.jedis.exceptions.JedisDataException";

	/**
	 * Lettuce's messages for a connection that was closed too early to see the reason.
	 */
	private static final List<String> LOST_REASON = List.of("RedisHandshakeHandler not registered",
			"Connection closed prematurely");

	/**
	 * The first words of Spring and Jedis if a command could not open its connection. If
	 * these words change, such a failure becomes unknown, which is safe.
	 */
	private static final List<String> UNSENT = List.of("Unable to connect to Redis", "Failed to connect to ",
			"Failed to create socket", "Could not get a resource from the pool");

	private static final String ARGUMENTS = ", with args beginning with";

	private RedisFailures() {
	}

	/**
	 * Translates a failure.
	 * @param attempt the attempt, such as "renew lock 'order:42'"
	 * @param failure the exception of the client
	 * @return the translated exception
	 */
	public static StoreException translate(String attempt, RuntimeException failure) {
		MissingAcksException missing = find(failure, MissingAcksException.class);
		if (missing != null) {
			return failed(Outcome.UNKNOWN, attempt,
					missing.getMessage()
							+ ". The lock is released. Check INFO replication and distributed-lock.replicas.*",
					failure);
		}
		boolean unsent = isUnsent(failure);
		String reply = serverReply(failure);
		if (reply != null) {
			ServerError error = ServerError.of(reply);
			// Another attempt to connect is in progress and may succeed.
			boolean neverSent = unsent && (error.outcome == Outcome.UNKNOWN || isOverdue(failure));
			return failed(neverSent ? Outcome.NOT_APPLIED : error.outcome, attempt,
					error.words + " (" + reply + "). " + error.advice, failure);
		}
		if (!unsent && isUnexpectedReply(failure)) {
			return noReply(attempt, failure);
		}
		if (find(failure, SSLHandshakeException.class) != null) {
			return failed(Outcome.NOT_APPLIED, attempt,
					"there is no TLS connection to Redis (" + reason(failure)
							+ "), so nothing was sent. Check spring.data.redis.ssl.* and the server's certificate.",
					failure);
		}
		if (unsent) {
			return failed(Outcome.NOT_APPLIED, attempt,
					"there is no connection to Redis (" + reason(failure)
							+ "), so nothing was sent. Check whether the server runs, and spring.data.redis.*.",
					failure);
		}
		if (isTimeout(failure)) {
			return failed(Outcome.UNKNOWN, attempt, "Redis did not answer in time. The server may be down "
					+ "or overloaded, and the command may have been applied. Check whether the server runs, its load, "
					+ "and spring.data.redis.timeout.", failure);
		}
		return failed(Outcome.UNKNOWN, attempt, "the connection to Redis failed (" + rootMessage(failure)
				+ "). The command may have been applied. Check the network and the server's log.", failure);
	}

	/**
	 * Creates the exception for a client that reported success without a reply.
	 * @param attempt the attempt, such as "renew lock 'order:42'"
	 * @return the exception
	 */
	static StoreException noReply(String attempt) {
		return noReply(attempt, null);
	}

	private static StoreException noReply(String attempt, @Nullable Throwable cause) {
		return failed(Outcome.UNKNOWN, attempt, "the Redis client returned no reply or an unexpected one. "
				+ "Check whether a proxy or an interceptor changes commands.", cause);
	}

	/**
	 * Returns whether the client expected a reply of another type. Then it may have read
	 * the reply of another command.
	 */
	static boolean isUnexpectedReply(Throwable failure) {
		return find(failure, ClassCastException.class) != null;
	}

	private static StoreException failed(Outcome outcome, String attempt, String why, @Nullable Throwable cause) {
		return new StoreException(outcome, attempt, why, cause);
	}

	/**
	 * Returns the error reply of the server. It omits the arguments of an unknown
	 * command, since they may be a password.
	 * @param failure the exception of the client or of the store
	 * @return the text of the server; {@code null} if it did not answer with an error
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
	 * Returns whether the server refused a command because the user lacks a permission.
	 * @param failure the exception of the client or of the store
	 * @return whether a permission is missing
	 */
	public static boolean isMissingRight(Throwable failure) {
		String reply = serverReply(failure);
		return reply != null && ServerError.of(reply) == ServerError.NOPERM;
	}

	/**
	 * Returns whether Lettuce lost the reason of a failed connection. This happens if the
	 * server closes the connection before Lettuce uses it, for example after it refused a
	 * password.
	 * @param failure the exception of the client
	 * @return whether another attempt may show the reason
	 */
	public static boolean isReasonLost(Throwable failure) {
		return LOST_REASON.contains(String.valueOf(root(failure).getMessage()));
	}

	private static boolean isUnsent(Throwable failure) {
		String message = failure.getMessage();
		return failure instanceof NotConnectedException
				|| (message != null && UNSENT.stream().anyMatch(message::startsWith));
	}

	private static boolean isOverdue(Throwable failure) {
		return failure instanceof NotConnectedException unsent && unsent.isOverdue();
	}

	/** Includes the failure of the previous attempt if the caller gave up. */
	private static String reason(Throwable failure) {
		return (isOverdue(failure) && failure.getCause() != null)
				? failure.getMessage() + "; the last attempt failed: " + rootMessage(failure) : rootMessage(failure);
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
		return isReasonLost(root) ? "the server closed the connection at once"
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
