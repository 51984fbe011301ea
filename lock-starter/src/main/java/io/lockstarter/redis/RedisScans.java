package io.lockstarter.redis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.lockstarter.redis.RedisBatches.Topology;
import io.lockstarter.store.KeyPage;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;

/**
 * Lists the keys of locks with {@code SCAN}. On a Cluster it scans one master after the
 * other, and the cursor is {@code <cursor>@<id of the node>}. The script that scans has a
 * key in a slot of that master, so every client sends it there.
 */
final class RedisScans {

	/** The commands of one page, if they find no key. */
	private static final int MAX_COMMANDS = 100;

	private static final String START = "0";

	/** Begins the keys that are no locks. */
	private static final String RESERVED = "~";

	private final UnboundConnectionFactory factory;

	private final String prefix;

	private final RedisCommands commands;

	RedisScans(UnboundConnectionFactory factory, String prefix, RedisCommands commands) {
		this.factory = factory;
		this.prefix = prefix;
		this.commands = commands;
	}

	KeyPage scan(String keys, @Nullable String cursor, int count) {
		Position position = start(keys, cursor);
		List<String> found = new ArrayList<>();
		for (int i = 0; i < MAX_COMMANDS && found.isEmpty() && position != null; i++) {
			List<Object> reply = this.commands.run("list", Script.SCAN, keys + "*", position.target(this.prefix),
					position.cursor(), escaped(this.prefix + keys) + "*", Integer.toString(count));
			((List<?>) reply.get(1)).forEach((name) -> add(String.valueOf(name), found));
			position = position.next((String) reply.get(0));
		}
		return new KeyPage(found, (position != null) ? position.text() : null);
	}

	private void add(String name, List<String> found) {
		String key = name.substring(this.prefix.length());
		if (!key.isEmpty() && !key.startsWith(RESERVED) && !found.contains(key)) {
			found.add(key);
		}
	}

	private Position start(String keys, @Nullable String cursor) {
		boolean cluster = this.commands.call("list", keys + "*", this.commands::topology) != Topology.SINGLE;
		List<RedisClusterNode> masters = cluster ? this.commands.call("list", keys + "*", this::masters) : List.of();
		if (cursor == null) {
			return new Position(START, masters);
		}
		int at = cursor.indexOf('@');
		String number = (at < 0) ? cursor : cursor.substring(0, at);
		if (cluster == (at < 0) || !number.matches("\\d{1,20}")) {
			throw new IllegalArgumentException("'" + cursor
					+ "' is not a cursor of this lock server: pass the cursor of the page before, or null to begin");
		}
		if (!cluster) {
			return new Position(number, masters);
		}
		String id = cursor.substring(at + 1);
		for (int i = 0; i < masters.size(); i++) {
			if (id.equals(masters.get(i).getId())) {
				return new Position(number, masters.subList(i, masters.size()));
			}
		}
		throw new IllegalArgumentException("The cursor '" + cursor + "' names a node that is no longer a master of the "
				+ "Cluster: begin the listing again, with null as the cursor");
	}

	/** Returns the masters that have slots, always in the same order. */
	private List<RedisClusterNode> masters() {
		try (RedisClusterConnection connection = this.factory.getClusterConnection()) {
			List<RedisClusterNode> masters = new ArrayList<>();
			for (RedisClusterNode node : connection.clusterGetNodes()) {
				if (node.isMaster() && !node.getSlotRange().getSlots().isEmpty() && node.getId() != null) {
					masters.add(node);
				}
			}
			masters.sort(Comparator.comparing((node) -> String.valueOf(node.getId())));
			return masters;
		}
	}

	/** Returns a pattern that matches only this text. */
	private static String escaped(String text) {
		StringBuilder pattern = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			if ("*?[]^-\\".indexOf(character) >= 0) {
				pattern.append('\\');
			}
			pattern.append(character);
		}
		return pattern.toString();
	}

	/**
	 * A place in the listing.
	 *
	 * @param cursor the cursor of {@code SCAN}
	 * @param masters the master to scan, and those after it; empty without a Cluster
	 */
	private record Position(String cursor, List<RedisClusterNode> masters) {

		List<String> target(String prefix) {
			if (this.masters.isEmpty()) {
				return List.of(prefix + "~scan");
			}
			int slot = this.masters.get(0).getSlotRange().getSlots().iterator().next();
			return List.of(FenceKey.inSlot(prefix, slot));
		}

		/** Returns the place after a reply, or {@code null} at the end. */
		@Nullable Position next(String reply) {
			if (!reply.equals(START)) {
				return new Position(reply, this.masters);
			}
			return (this.masters.size() > 1) ? new Position(START, this.masters.subList(1, this.masters.size())) : null;
		}

		String text() {
			return this.masters.isEmpty() ? this.cursor : this.cursor + '@' + this.masters.get(0).getId();
		}

	}

}
