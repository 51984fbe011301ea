package io.lockstarter.redis.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespFrame;

/** Creates a user with few permissions, and collects the commands that are denied. */
final class WeakUser implements AutoCloseable {

	static final String NAME = "weak";

	static final String PASSWORD = "secret";

	/** Redis before 7 does not log the subcommand. */
	private static final Set<String> CLIENT_NAME = Set.of("client|setinfo", "client");

	private final Collection<EmbeddedRedis> servers;

	WeakUser(Collection<EmbeddedRedis> servers, List<String> rules) {
		this.servers = List.copyOf(servers);
		List<String> command = new ArrayList<>(
				List.of("ACL", "SETUSER", NAME, "reset", "resetchannels", "on", ">" + PASSWORD));
		command.addAll(rules);
		for (EmbeddedRedis server : this.servers) {
			server.command(command.toArray(String[]::new));
			server.command("ACL", "LOG", "RESET");
		}
	}

	/**
	 * Returns everything that was denied, even if no caller saw it. It ignores CLIENT
	 * SETINFO, which servers may refuse, see docs/operations.md.
	 * @return commands, keys and channels
	 */
	List<String> denied() {
		return this.servers.stream()
			.flatMap((server) -> server.command("ACL", "LOG", "100").items().stream())
			.map((entry) -> entry.items().stream().map(RespFrame::text).toList())
			.filter((entry) -> value(entry, "username").equals(NAME))
			.map((entry) -> value(entry, "object"))
			.filter((object) -> !CLIENT_NAME.contains(object))
			.distinct()
			.toList();
	}

	private static String value(List<String> entry, String field) {
		return entry.get(entry.indexOf(field) + 1);
	}

	/** Returns the properties that make an application this user. */
	static String[] properties(String... more) {
		return Stream
			.concat(Stream.of("spring.data.redis.username=" + NAME, "spring.data.redis.password=" + PASSWORD),
					Stream.of(more))
			.toArray(String[]::new);
	}

	@Override
	public void close() {
		this.servers.forEach((server) -> server.command("ACL", "DELUSER", NAME));
	}

}
