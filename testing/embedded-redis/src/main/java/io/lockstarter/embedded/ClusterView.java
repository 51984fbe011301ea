package io.lockstarter.embedded;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of a cluster as one node knows it. */
final class ClusterView {

	private static final int ADDRESS = 1;

	private static final int FLAGS = 2;

	private static final int SLOTS = 8;

	private final EmbeddedRedis node;

	private final List<List<String>> lines;

	ClusterView(EmbeddedRedis node) {
		this.node = node;
		this.lines = node.command("CLUSTER", "NODES")
			.text()
			.lines()
			.map((line) -> Arrays.asList(line.split(" ", -1)))
			.toList();
	}

	static String idOf(EmbeddedRedis node) {
		return node.command("CLUSTER", "MYID").text();
	}

	boolean isServing() {
		return this.node.command("CLUSTER", "INFO").text().contains("cluster_state:ok");
	}

	/** Returns true if the node knows this number of nodes. */
	boolean knows(int nodes) {
		return this.lines.size() == nodes && this.lines.stream()
			.allMatch((line) -> !line.get(FLAGS).contains("handshake") && !line.get(FLAGS).contains("noaddr"));
	}

	/** Returns the ranges of slots ("0-5460") with the port of the master of each. */
	Map<String, Integer> owners() {
		Map<String, Integer> owners = new TreeMap<>();
		for (List<String> line : this.lines) {
			line.stream()
				.skip(SLOTS)
				// Entries in brackets are slots that are being migrated.
				.filter((range) -> !range.startsWith("["))
				.forEach((range) -> owners.put(range, port(line)));
		}
		return owners;
	}

	int portOf(int slot) {
		return owners().entrySet()
			.stream()
			.filter((owner) -> contains(owner.getKey(), slot))
			.map(Map.Entry::getValue)
			.findFirst()
			.orElseThrow(() -> new EmbeddedRedisException("No node serves slot " + slot));
	}

	private static boolean contains(String range, int slot) {
		String[] ends = range.split("-", -1);
		return slot >= Integer.parseInt(ends[0]) && slot <= Integer.parseInt(ends[ends.length - 1]);
	}

	/** Reads the port from "127.0.0.1:6379@16379". */
	private static int port(List<String> line) {
		String address = line.get(ADDRESS);
		return Integer.parseInt(address.substring(address.indexOf(':') + 1, address.indexOf('@')));
	}

}
