package io.lockstarter.store;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * What the watchdog sees of the leases of this instance. Nothing here blocks. All times
 * are those of the {@link MonotonicClock}.
 */
public interface LeaseBook {

	/**
	 * Names the one to be told when there is something to do.
	 * @param keeper is given the time by which to ask for what is {@link #due}; it must
	 * not block
	 */
	void keptBy(LongConsumer keeper);

	/**
	 * Declares lost what has reached its deadline, and lists what is to be done.
	 * @param now the time
	 * @return what is due
	 */
	Round due(long now);

	/**
	 * Takes the reply to a renewal.
	 * @param lease the lease
	 * @param reply the reply
	 * @param sentAt the time before it was sent
	 * @param ttl what was asked for, in nanoseconds
	 */
	void renewed(Lease lease, RenewReply reply, long sentAt, long ttl);

	/**
	 * Takes the failure of a renewal: whether it was applied is not known.
	 * @param lease the lease
	 * @param failure what went wrong
	 */
	void renewalFailed(Lease lease, Exception failure);

	/**
	 * Takes the replies to sweeps.
	 * @param batch what was to be removed
	 * @param replies the replies, in the same order
	 */
	void swept(List<Release> batch, List<ReleaseReply> replies);

	/**
	 * What is due.
	 *
	 * @param renewals leases to prolong
	 * @param sweeps tokens to remove, since a command that was sent for them may have
	 * been applied without our knowing (rule D)
	 * @param nextLook when to look again at the latest
	 */
	record Round(List<Renewal> renewals, List<Release> sweeps, long nextLook) {
	}

}
