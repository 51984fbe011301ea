package io.lockstarter.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import io.lockstarter.embedded.resp.RespConnection;

/**
 * A program that starts a Redis, prints its pid and waits until it is ended. Depending on
 * its arguments, it ends with its standard input, or starts sentinels with their servers
 * and prints all pids. A shutdown hook sends a PING to Redis and writes the reply to a
 * file. It does so late, so that a signal has reached the whole process group.
 */
final class RedisInAnotherJvm {

	private static final Duration SIGNALS_HAVE_ARRIVED = Duration.ofMillis(500);

	private RedisInAnotherJvm() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		if (args.length > 1 && args[1].equals("sentinels")) {
			EmbeddedSentinel sentinels = EmbeddedSentinel.builder().replicas(1).sentinels(2).start();
			Stream.of(sentinels.servers(), sentinels.sentinels())
				.flatMap(List::stream)
				.forEach((server) -> System.out.println(server.pid()));
			new CountDownLatch(1).await();
		}
		EmbeddedRedis redis = EmbeddedRedis.start();
		Path answer = Path.of(args[0]);
		Runtime.getRuntime().addShutdownHook(new Thread(() -> ask(redis, answer)));
		System.out.println(redis.pid());
		if (args.length == 1) {
			new CountDownLatch(1).await();
		}
		// The test looks for Redis first.
		System.in.readAllBytes();
	}

	private static void ask(EmbeddedRedis redis, Path answer) {
		try {
			Thread.sleep(SIGNALS_HAVE_ARRIVED.toMillis());
			try (RespConnection connection = RespConnection.open(redis.host(), redis.port(), Duration.ofSeconds(30))) {
				Files.writeString(answer, connection.call("PING").text());
			}
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
