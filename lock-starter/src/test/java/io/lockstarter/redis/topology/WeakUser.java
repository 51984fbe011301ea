package io.lockstarter.redis.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespFrame;

/** A user with few rights, on some servers, and what it was denied there. */
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
	 * What was tried and not allowed, also where nobody was told. Without the name of the
	 * client, which newer servers are told and may refuse: docs/operations.md says so.
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

	/** The properties with which an application is this user. */
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
