package io.lockstarter.embedded;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.embedded.resp.RespFrame;

/**
 * Migrates one slot from one master to another, step by step, so that a test can check
 * the replies during the migration. The source replies ASK for keys that it does not
 * have, and MOVED after the end.
 */
public final class SlotMigration {

	private static final int BATCH = 1000;

	private static final String TIMEOUT_MILLIS = "10000";

	private final EmbeddedCluster cluster;

	private final String slot;

	private final EmbeddedRedis source;

	private final EmbeddedRedis target;

	SlotMigration(EmbeddedCluster cluster, int slot, EmbeddedRedis source, EmbeddedRedis target) {
		if (source == target) {
			throw new IllegalArgumentException("Slot " + slot + " is on node " + target.port() + " already");
		}
		this.cluster = cluster;
		this.slot = Integer.toString(slot);
		this.source = source;
		this.target = target;
	}

	public EmbeddedRedis source() {
		return this.source;
	}

	public EmbeddedRedis target() {
		return this.target;
	}

	void open() {
		this.target.command("CLUSTER", "SETSLOT", this.slot, "IMPORTING", ClusterView.idOf(this.source));
		this.source.command("CLUSTER", "SETSLOT", this.slot, "MIGRATING", ClusterView.idOf(this.target));
	}

	/** Moves all keys that the source has now. */
	public void moveKeys() {
		List<String> keys = keys();
		while (!keys.isEmpty()) {
			moveKeys(keys);
			keys = keys();
		}
	}

	/** Moves these keys only. */
	public void moveKeys(List<String> keys) {
		List<String> command = new ArrayList<>(List.of("MIGRATE", this.target.host()));
		command.addAll(List.of(Integer.toString(this.target.port()), "", "0", TIMEOUT_MILLIS, "KEYS"));
		command.addAll(keys);
		this.source.command(command.toArray(String[]::new));
	}

	private List<String> keys() {
		return this.source.command("CLUSTER", "GETKEYSINSLOT", this.slot, Integer.toString(BATCH))
			.items()
			.stream()
			.map(RespFrame::text)
			.toList();
	}

	/** Assigns the slot to the target, and waits until all nodes know it. */
	public void finish() {
		String id = ClusterView.idOf(this.target);
		// The target comes first. Otherwise no node would serve the slot if the source
		// ended.
		this.target.command("CLUSTER", "SETSLOT", this.slot, "NODE", id);
		this.source.command("CLUSTER", "SETSLOT", this.slot, "NODE", id);
		this.cluster.awaitServing();
	}

}
