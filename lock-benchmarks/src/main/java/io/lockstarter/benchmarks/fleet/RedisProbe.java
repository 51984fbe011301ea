package io.lockstarter.benchmarks.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.embedded.resp.RespFrame;

/** What a Redis says of itself, and what was asked of it. */
public final class RedisProbe implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final double MILLIS = 1_000;

	private final int port;

	private final RespConnection connection;

	private long asked;

	RedisProbe(int port) {
		this.port = port;
		this.connection = open(port);
	}

	/**
	 * All commands so far, those inside scripts included, without the ones from here.
	 * Redis counts a command when it has run, so this one is not in it yet.
	 */
	public long commands() {
		long commands = Long.parseLong(info("stats").getOrDefault("total_commands_processed", "0"));
		return commands - this.asked++;
	}

	/** The processor time so far, in milliseconds. */
	public double cpuMillis() {
		this.asked++;
		Map<String, String> cpu = info("cpu");
		return MILLIS * (Double.parseDouble(cpu.getOrDefault("used_cpu_user", "0"))
				+ Double.parseDouble(cpu.getOrDefault("used_cpu_sys", "0")));
	}

	/** How many keys have this in their name. */
	public long keys(String part) {
		this.asked++;
		return call("KEYS", "*" + part + "*").items().size();
	}

	public String version() {
		this.asked++;
		return info("server").getOrDefault("redis_version", "unknown");
	}

	/**
	 * How many requests are sent while something runs: commands inside scripts are not
	 * counted, nor is what keeps idle connections alive. Redis 7.0 counts both alike in
	 * INFO and in its slow log; only MONITOR tells them apart. It costs time, so nothing
	 * is timed meanwhile.
	 */
	public long requestsDuring(Runnable action) {
		try (RespConnection monitor = open(this.port)) {
			monitor.call("MONITOR");
			action.run();
			String end = "end-" + System.nanoTime();
			this.asked++;
			call("ECHO", end);
			long requests = 0;
			for (String line = text(monitor); !line.contains(end); line = text(monitor)) {
				requests += (line.contains(" lua] ") || line.endsWith("\"PING\"")) ? 0 : 1;
			}
			return requests;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String text(RespConnection connection) throws IOException {
		return connection.receive().text();
	}

	private Map<String, String> info(String section) {
		return call("INFO", section).text()
			.lines()
			.filter((line) -> line.contains(":"))
			.map((line) -> line.split(":", 2))
			.collect(Collectors.toMap((line) -> line[0], (line) -> line[1].strip()));
	}

	private RespFrame call(String... command) {
		try {
			return this.connection.call(command);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static RespConnection open(int port) {
		try {
			return RespConnection.open("127.0.0.1", port, TIMEOUT);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.connection.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
