package io.lockstarter;

import java.time.Duration;
import java.time.Instant;

/**
 * Reports what happened to a lock of this instance. {@link LockListener#on} receives it.
 * A program reads the details with {@code instanceof}, or with a {@code switch} over the
 * records below. New records may be added, so a {@code switch} needs a default.
 *
 * <p>
 * Each call that acquires a lock causes one {@link Requested}, at most one
 * {@link Waiting}, and then one {@link Acquired} or one {@link NotAcquired}. After
 * {@code Acquired}, the hold ends with one {@link Released} or one {@link Lost}. All of
 * these have the same number {@link #call()}. A nested call of the thread that holds the
 * lock causes no event.
 */
public sealed interface LockEvent {

	/**
	 * Returns the type of the event.
	 * @return the type
	 */
	Type type();

	/**
	 * Returns the request that the caller made.
	 * @return the request
	 */
	LockRequest request();

	/**
	 * Returns the number of the call. It is unique in this instance.
	 * @return the number
	 */
	long call();

	/**
	 * Returns the time of the event, on the wall clock of this instance.
	 * @return the time
	 */
	Instant at();

	/**
	 * Returns the key of the lock.
	 * @return the key
	 */
	default String key() {
		return request().key();
	}

	/** Names the types of events. Each type has one record. */
	enum Type {

		/** See {@link Requested}. */
		REQUESTED,

		/** See {@link Waiting}. */
		WAITING,

		/** See {@link Granted}. */
		GRANTED,

		/** See {@link Acquired}. */
		ACQUIRED,

		/** See {@link NotAcquired}. */
		NOT_ACQUIRED,

		/** See {@link Renewed}. */
		RENEWED,

		/** See {@link Failed}. */
		FAILED,

		/** See {@link HandedOn}. */
		HANDED_ON,

		/** See {@link Released}. */
		RELEASED,

		/** See {@link Lost}. */
		LOST

	}

	/** Names the operations that can fail. */
	enum Operation {

		/** An attempt to acquire the lock. It is repeated until the wait time ends. */
		ACQUIRE,

		/** A renewal. It is repeated while the lock is held. */
		RENEW,

		/** A release. It is repeated in the background. */
		RELEASE

	}

	/**
	 * A caller asks for the lock.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 */
	record Requested(LockRequest request, long call, Instant at) implements LockEvent {

		@Override
		public Type type() {
			return Type.REQUESTED;
		}

	}

	/**
	 * The lock is busy, and the caller begins to wait.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 */
	record Waiting(LockRequest request, long call, Instant at) implements LockEvent {

		@Override
		public Type type() {
			return Type.WAITING;
		}

	}

	/**
	 * Another instance has released the lock, and the lock server gave it to this
	 * instance. The waiting caller acquires it next.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 * @param token the token
	 */
	record Granted(LockRequest request, long call, Instant at, String token) implements LockEvent {

		@Override
		public Type type() {
			return Type.GRANTED;
		}

	}

	/**
	 * The caller has acquired the lock.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 * @param token the token. A caller that receives the lock from another caller of its
	 * instance has the same token.
	 * @param waited the time that the call took
	 * @param queued {@code true} if a {@link Waiting} preceded
	 */
	record Acquired(LockRequest request, long call, Instant at, String token, Duration waited,
			boolean queued) implements LockEvent {

		@Override
		public Type type() {
			return Type.ACQUIRED;
		}

	}

	/**
	 * The caller has not acquired the lock.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 * @param waited the time that the call took
	 * @param queued {@code true} if a {@link Waiting} preceded
	 * @param reason the exception that the caller receives
	 */
	record NotAcquired(LockRequest request, long call, Instant at, Duration waited, boolean queued,
			LockException reason) implements LockEvent {

		@Override
		public Type type() {
			return Type.NOT_ACQUIRED;
		}

	}

	/**
	 * The lock server has confirmed a renewal of the held lock.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 * @param token the token
	 */
	record Renewed(LockRequest request, long call, Instant at, String token) implements LockEvent {

		@Override
		public Type type() {
			return Type.RENEWED;
		}

	}

	/**
	 * A command to the lock server has failed. It is repeated, so this is not the end of
	 * the call or the hold.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 * @param token the token that was sent
	 * @param operation the operation
	 * @param failure the failure
	 */
	record Failed(LockRequest request, long call, Instant at, String token, Operation operation,
			Exception failure) implements LockEvent {

		@Override
		public Type type() {
			return Type.FAILED;
		}

	}

	/**
	 * The holder has released the lock, and another caller of this instance receives it
	 * without a command. A {@link Released} follows.
	 *
	 * @param request the request of the caller that released the lock
	 * @param call the number of that call
	 * @param at the time
	 * @param token the token
	 */
	record HandedOn(LockRequest request, long call, Instant at, String token) implements LockEvent {

		@Override
		public Type type() {
			return Type.HANDED_ON;
		}

	}

	/**
	 * The holder has released the lock. With {@link ReleaseMode#ASYNC}, the event comes
	 * with the reply of the lock server. Another caller of this instance may have
	 * acquired the lock meanwhile.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 * @param token the token
	 * @param held the time for which the lock was held
	 * @param confirmed {@code false} if the lock server has not confirmed the release,
	 * because it failed or the connection broke; the release is then repeated in the
	 * background
	 */
	record Released(LockRequest request, long call, Instant at, String token, Duration held,
			boolean confirmed) implements LockEvent {

		@Override
		public Type type() {
			return Type.RELEASED;
		}

	}

	/**
	 * The hold has ended without a release by its owner.
	 *
	 * @param request the request
	 * @param call the number of the call
	 * @param at the time
	 * @param token the token
	 * @param held the time for which the lock was held
	 * @param cause the cause of the loss
	 */
	record Lost(LockRequest request, long call, Instant at, String token, Duration held,
			LockLostException.Reason cause) implements LockEvent {

		@Override
		public Type type() {
			return Type.LOST;
		}

	}

}
