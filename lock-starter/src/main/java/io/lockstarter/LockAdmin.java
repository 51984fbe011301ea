package io.lockstarter;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import io.lockstarter.internal.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Lists locks, and takes them away from their holders. It is for operators, so it is
 * separate from {@link LockService}: an application that only uses locks does not need
 * it.
 */
public interface LockAdmin {

	/**
	 * Returns the first page of the locks that are held. It needs the right {@code +scan}
	 * in Redis.
	 * @param prefix the beginning of the keys; empty for all locks
	 * @return the first page
	 * @throws LockServerException as for {@link #list(String, String, int)}
	 */
	default Page list(String prefix) {
		return list(prefix, null, Limits.PAGE_SIZE);
	}

	/**
	 * Returns a page of the locks that are held. A lock that is held during the whole
	 * listing is on one of the pages, and may be on several. A lock that is acquired or
	 * released meanwhile may be missing. Keys of the library that are no locks are
	 * skipped.
	 * @param prefix the beginning of the keys; empty for all locks. All pages of a
	 * listing must use the same prefix.
	 * @param cursor the {@linkplain Page#next() cursor} of the page before; {@code null}
	 * for the first page. On a Cluster it names a node.
	 * @param size how many locks the page should have. It may have more or fewer, also
	 * none.
	 * @return the page
	 * @throws IllegalArgumentException if the cursor is not one of this lock server, or
	 * if its node is no longer a master of the Cluster
	 * @throws LockServerException if the lock server failed, or cannot list its keys
	 */
	Page list(String prefix, @Nullable String cursor, int size);

	/**
	 * Takes a lock away from its holder, although the holder may still work. Use it if
	 * the holder is known to hang or to be gone.
	 * <p>
	 * This is an exception to mutual exclusion: the next holder may start at once, while
	 * the old one still works. The old holder is notified at once if it is in this
	 * instance, or if its instance is subscribed to wake-ups. Otherwise it notices the
	 * loss at its next renewal or release. With a fencing number, the resource refuses
	 * its writes: see {@link ForcedRelease#fencingNumber()}.
	 * @param key the key
	 * @return the holder that has lost the lock; empty if the lock was free, or if the
	 * holder released it meanwhile
	 * @throws LockServerException if the lock server failed. The lock may be released
	 * then. It is safe to call this method again only after another look at the holder.
	 */
	Optional<ForcedRelease> forceRelease(String key);

	/**
	 * Contains a part of the locks that are held.
	 *
	 * @param locks the locks of this page; may be empty although other pages follow
	 * @param next the cursor of the next page; empty if this is the last page
	 */
	record Page(List<LockInfo> locks, Optional<String> next) {

		/**
		 * Creates a page.
		 * @param locks the locks
		 * @param next the cursor of the next page
		 */
		public Page {
			locks = List.copyOf(locks);
		}

	}

	/**
	 * Describes a lock that an operator took away from its holder.
	 *
	 * @param lock the lock as it was before
	 * @param fencingNumber a fencing number above all numbers of the old holder, if this
	 * lock uses fencing numbers. Store it in the resource to refuse the writes of the old
	 * holder even before the next holder writes. Empty on Redlock, where the numbers
	 * still rise.
	 */
	record ForcedRelease(LockInfo lock, OptionalLong fencingNumber) {
	}

}
