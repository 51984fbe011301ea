package io.lockstarter.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Servers that are closed together, also if the start of one of them fails. */
final class ServerGroup implements AutoCloseable {

	private final List<EmbeddedRedis> servers = new ArrayList<>();

	EmbeddedRedis start(EmbeddedRedisBuilder builder) {
		EmbeddedRedis server = builder.start();
		this.servers.add(server);
		return server;
	}

	List<EmbeddedRedis> all() {
		return List.copyOf(this.servers);
	}

	List<EmbeddedRedis> alive() {
		return this.servers.stream().filter(EmbeddedRedis::isAlive).toList();
	}

	List<EmbeddedRedis> alive(String role) {
		return alive().stream().filter((server) -> server.info("role").equals(role)).toList();
	}

	EmbeddedRedis byPort(int port) {
		return first("port " + port, (server) -> server.port() == port);
	}

	EmbeddedRedis first(String what, Predicate<EmbeddedRedis> condition) {
		return this.servers.stream()
			.filter(condition)
			.findFirst()
			.orElseThrow(() -> new EmbeddedRedisException("There is no server with " + what));
	}

	@Override
	public void close() {
		this.servers.forEach(EmbeddedRedis::close);
	}

}
