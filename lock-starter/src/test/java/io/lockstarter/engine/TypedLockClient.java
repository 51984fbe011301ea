package io.lockstarter.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.ReleaseMode;
import io.lockstarter.embedded.jvm.ChildJvm;
import io.lockstarter.redis.RedisLockStore;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * The main class of a JVM that uses fair locks and semaphores. It reads commands from its
 * standard input, and ends with it.
 */
final class TypedLockClient {

	/** The list in Redis to which a holder appends its number. */
	static final String SERVED = "served";

	/** With short sleeps, a dead waiter delays the queue for less than two seconds. */
	private static final LockSettings SETTINGS = new LockSettings("client", LockSettings.DEFAULT.ttl(),
			LockSettings.DEFAULT.waitTime(), null, RetrySettings.DEFAULT, Duration.ofMillis(250), ReleaseMode.SYNC,
			LockSettings.DEFAULT.handOff(), false);

	private final LettuceConnectionFactory connections;

	private final TestInstance instance;

	private TypedLockClient(int port) {
		this.connections = new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.instance = new TestInstance(new RedisLockStore(this.connections, "lock:"), SETTINGS);
	}

	/**
	 * Runs commands until the input ends: {@code fair <key> <number>} or
	 * {@code permit <key> <ttl in ms>}.
	 * @param args the port of Redis
	 */
	public static void main(String[] args) throws IOException {
		PrintStream answers = System.out;
		TypedLockClient client = new TypedLockClient(Integer.parseInt(args[0]));
		// On a busy machine, the first connection takes longer than the default wait
		// time.
		client.instance.locks().acquire(LockRequest.of("warm-up").withWaitTime(Duration.ofMinutes(1))).close();
		answers.println(ChildJvm.ANSWER + "ready");
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = commands.readLine(); line != null; line = commands.readLine()) {
			String[] words = line.split(" ", -1);
			if (words[0].equals("fair")) {
				new Thread(() -> client.fair(words[1], words[2])).start();
			}
			else {
				client.permit(words[1], Duration.ofMillis(Long.parseLong(words[2])));
				answers.println(ChildJvm.ANSWER + "held");
			}
		}
		Runtime.getRuntime().halt(0);
	}

	@SuppressWarnings("try")
	private void fair(String key, String number) {
		try (LockHandle handle = this.instance.locks()
			.acquire(LockRequest.of(key).withType(LockType.FAIR).withWaitTime(LockRequest.FOREVER))) {
			new StringRedisTemplate(this.connections).opsForList().rightPush(SERVED, number);
		}
	}

	private void permit(String key, Duration ttl) {
		this.instance.locks().acquire(LockRequest.of(key).withType(LockType.SEMAPHORE).withPermits(1).withTtl(ttl));
	}

}
