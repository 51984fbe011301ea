package io.lockstarter.redlock;

import java.util.List;

import io.lockstarter.redlock.Round.Send;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;

/**
 * The middle phase: prolongs locks on all nodes that have them. It counts where a
 * majority has; it is a loss only where so many have not that no majority can.
 */
final class RedlockRenew {

	private final Masters masters;

	private final Validity validity;

	private final Ballot<Renewal> ballot;

	RedlockRenew(Masters masters, Validity validity) {
		this.masters = masters;
		this.validity = validity;
		this.ballot = new Ballot<>(masters, "renew", (entry) -> entry.lease().key(), this::sending);
	}

	List<RenewReply> renew(List<Renewal> batch) {
		return this.ballot.all(batch, (verdict, entry) -> switch (verdict) {
			case YES -> RenewReply.RENEWED;
			case NO -> RenewReply.NOT_MINE;
			case OPEN -> RenewReply.FAILED;
		});
	}

	private Send<List<Object>> sending(List<Renewal> part) {
		String[] keys = new String[part.size()];
		String[] args = new String[2 * part.size()];
		for (int i = 0; i < part.size(); i++) {
			Renewal entry = part.get(i);
			keys[i] = this.masters.lock(entry.lease().key());
			args[2 * i] = entry.lease().token();
			args[2 * i + 1] = Long.toString(this.validity.onNodes(entry.ttlMillis()));
		}
		return (node, wanted) -> node.send((commands, needed) -> NodeScript.RENEW.run(commands, needed, keys, args),
				wanted);
	}

}
