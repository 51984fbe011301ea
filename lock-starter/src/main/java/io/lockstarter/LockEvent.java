package io.lockstarter;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Reports what happened to a lock of this instance. {@link LockListener} receives it. The
 * nested classes are the types of events. New types and new properties may be added, so a
 * {@code switch} over the types needs a default.
 *
 * <p>
 * Each call that acquires a lock causes one {@link Requested}, at most one
 * {@link Waiting}, and then one {@link Acquired} or one {@link NotAcquired}. After
 * {@code Acquired}, the hold ends with one {@link Released} or one {@link Lost}. All of
 * these have the same number {@link #call()}. A nested call of the thread that holds the
 * lock causes no event.
 */
public abstract class LockEvent {

	private final LockRequest request;

	private final long call;

	private final Instant at;

	LockEvent(LockRequest request, long call, Instant at) {
		this.request = Objects.requireNonNull(request);
		this.call = call;
		this.at = Objects.requireNonNull(at);
	}

	/**
	 * Returns the request that the caller made.
	 * @return the request
	 */
	public final LockRequest request() {
		return this.request;
	}

	/**
	 * Returns the number of the call. It is unique in this instance.
	 * @return the number
	 */
	public final long call() {
		return this.call;
	}

	/**
	 * Returns the time of the event, on the wall clock of this instance.
	 * @return the time
	 */
	public final Instant at() {
		return this.at;
	}

	/**
	 * Returns the key of the lock.
	 * @return the key
	 */
	public final String key() {
		return this.request.key();
	}

	/** Returns the properties of its type for its text, without the token. */
	String details() {
		return "";
	}

	@Override
	public final String toString() {
		return getClass().getSimpleName() + "[key=" + key() + ", call=" + this.call + ", at=" + this.at + details()
				+ "]";
	}

	/** Names the operations that can fail. */
	public enum Operation {

		/** An attempt to acquire the lock. It is repeated until the wait time ends. */
		ACQUIRE,

		/** A renewal. It is repeated while the lock is held. */
		RENEW,

		/** A release. It is repeated in the background. */
		RELEASE

	}

	/** A caller asks for the lock. */
	public static final class Requested extends LockEvent {

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 */
		public Requested(LockRequest request, long call, Instant at) {
			super(request, call, at);
		}

	}

	/** The lock is busy, and the caller begins to wait. */
	public static final class Waiting extends LockEvent {

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 */
		public Waiting(LockRequest request, long call, Instant at) {
			super(request, call, at);
		}

	}

	/**
	 * Another instance has released the lock, and the lock server gave it to this
	 * instance. The waiting caller acquires it next.
	 */
	public static final class Granted extends LockEvent {

		private final String token;

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 * @param token the token
		 */
		public Granted(LockRequest request, long call, Instant at, String token) {
			super(request, call, at);
			this.token = token;
		}

		/**
		 * Returns the token.
		 * @return the token
		 */
		public String token() {
			return this.token;
		}

	}

	/** The caller has acquired the lock. */
	public static final class Acquired extends LockEvent {

		private final String token;

		private final Duration waited;

		private final boolean queued;

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 * @param token the token. A caller that receives the lock from another caller of
		 * its instance has the same token.
		 * @param waited the time that the call took
		 * @param queued {@code true} if a {@link Waiting} preceded
		 */
		public Acquired(LockRequest request, long call, Instant at, String token, Duration waited, boolean queued) {
			super(request, call, at);
			this.token = token;
			this.waited = waited;
			this.queued = queued;
		}

		/**
		 * Returns the token. A caller that receives the lock from another caller of its
		 * instance has the same token.
		 * @return the token
		 */
		public String token() {
			return this.token;
		}

		/**
		 * Returns the time that the call took.
		 * @return the time that the call took
		 */
		public Duration waited() {
			return this.waited;
		}

		/**
		 * Returns whether a {@link Waiting} preceded.
		 * @return {@code true} if a {@link Waiting} preceded
		 */
		public boolean queued() {
			return this.queued;
		}

		@Override
		String details() {
			return ", waited=" + this.waited + ", queued=" + this.queued;
		}

	}

	/** The caller has not acquired the lock. */
	public static final class NotAcquired extends LockEvent {

		private final Duration waited;

		private final boolean queued;

		private final LockException failure;

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 * @param waited the time that the call took
		 * @param queued {@code true} if a {@link Waiting} preceded
		 * @param failure the exception that the caller receives
		 */
		public NotAcquired(LockRequest request, long call, Instant at, Duration waited, boolean queued,
				LockException failure) {
			super(request, call, at);
			this.waited = waited;
			this.queued = queued;
			this.failure = failure;
		}

		/**
		 * Returns the time that the call took.
		 * @return the time that the call took
		 */
		public Duration waited() {
			return this.waited;
		}

		/**
		 * Returns whether a {@link Waiting} preceded.
		 * @return {@code true} if a {@link Waiting} preceded
		 */
		public boolean queued() {
			return this.queued;
		}

		/**
		 * Returns the exception that the caller receives.
		 * @return the exception
		 */
		public LockException failure() {
			return this.failure;
		}

		@Override
		String details() {
			return ", waited=" + this.waited + ", queued=" + this.queued + ", failure=" + this.failure;
		}

	}

	/** The lock server has confirmed a renewal of the held lock. */
	public static final class Renewed extends LockEvent {

		private final String token;

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 * @param token the token
		 */
		public Renewed(LockRequest request, long call, Instant at, String token) {
			super(request, call, at);
			this.token = token;
		}

		/**
		 * Returns the token.
		 * @return the token
		 */
		public String token() {
			return this.token;
		}

	}

	/**
	 * A command to the lock server has failed. It is repeated, so this is not the end of
	 * the call or the hold.
	 */
	public static final class Failed extends LockEvent {

		private final String token;

		private final Operation operation;

		private final Exception failure;

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 * @param token the token that was sent
		 * @param operation the operation
		 * @param failure the failure
		 */
		public Failed(LockRequest request, long call, Instant at, String token, Operation operation,
				Exception failure) {
			super(request, call, at);
			this.token = token;
			this.operation = operation;
			this.failure = failure;
		}

		/**
		 * Returns the token.
		 * @return the token that was sent
		 */
		public String token() {
			return this.token;
		}

		/**
		 * Returns the operation that failed.
		 * @return the operation
		 */
		public Operation operation() {
			return this.operation;
		}

		/**
		 * Returns the failure.
		 * @return the failure
		 */
		public Exception failure() {
			return this.failure;
		}

		@Override
		String details() {
			return ", operation=" + this.operation + ", failure=" + this.failure;
		}

	}

	/**
	 * The holder has released the lock, and another caller of this instance receives it
	 * without a command. A {@link Released} follows.
	 */
	public static final class HandedOn extends LockEvent {

		private final String token;

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 * @param token the token
		 */
		public HandedOn(LockRequest request, long call, Instant at, String token) {
			super(request, call, at);
			this.token = token;
		}

		/**
		 * Returns the token.
		 * @return the token
		 */
		public String token() {
			return this.token;
		}

	}

	/**
	 * The holder has released the lock. With {@link ReleaseMode#ASYNC}, the event comes
	 * with the reply of the lock server. Another caller of this instance may have
	 * acquired the lock meanwhile.
	 */
	public static final class Released extends LockEvent {

		private final String token;

		private final Duration held;

		private final boolean confirmed;

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 * @param token the token
		 * @param held the time for which the lock was held
		 * @param confirmed {@code false} if the lock server has not confirmed the
		 * release, because it failed or the connection broke; the release is then
		 * repeated in the background
		 */
		public Released(LockRequest request, long call, Instant at, String token, Duration held, boolean confirmed) {
			super(request, call, at);
			this.token = token;
			this.held = held;
			this.confirmed = confirmed;
		}

		/**
		 * Returns the token.
		 * @return the token
		 */
		public String token() {
			return this.token;
		}

		/**
		 * Returns the time for which the lock was held.
		 * @return the time for which the lock was held
		 */
		public Duration held() {
			return this.held;
		}

		/**
		 * Returns whether the lock server has confirmed the release.
		 * @return {@code false} if the lock server has not confirmed the release, because
		 * it failed or the connection broke; the release is then repeated in the
		 * background
		 */
		public boolean confirmed() {
			return this.confirmed;
		}

		@Override
		String details() {
			return ", held=" + this.held + ", confirmed=" + this.confirmed;
		}

	}

	/** The hold has ended without a release by its owner. */
	public static final class Lost extends LockEvent {

		private final String token;

		private final Duration held;

		private final LockLostException.Reason reason;

		/**
		 * Creates an event.
		 * @param request the request
		 * @param call the number of the call
		 * @param at the time
		 * @param token the token
		 * @param held the time for which the lock was held
		 * @param reason the reason of the loss
		 */
		public Lost(LockRequest request, long call, Instant at, String token, Duration held,
				LockLostException.Reason reason) {
			super(request, call, at);
			this.token = token;
			this.held = held;
			this.reason = reason;
		}

		/**
		 * Returns the token.
		 * @return the token
		 */
		public String token() {
			return this.token;
		}

		/**
		 * Returns the time for which the lock was held.
		 * @return the time for which the lock was held
		 */
		public Duration held() {
			return this.held;
		}

		/**
		 * Returns the reason of the loss.
		 * @return the reason
		 */
		public LockLostException.Reason reason() {
			return this.reason;
		}

		@Override
		String details() {
			return ", held=" + this.held + ", reason=" + this.reason;
		}

	}

}
