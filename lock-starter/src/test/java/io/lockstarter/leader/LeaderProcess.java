package io.lockstarter.leader;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockRequest;
import io.lockstarter.client.LockClient;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A candidate in its own process. It prints one line for each look at {@code isLeader()}:
 * the times before and after it, and the result.
 */
public final class LeaderProcess {

	private LeaderProcess() {
	}

	@SuppressWarnings({ "InfiniteLoopStatement", "SystemOut" })
	public static void main(String[] args) {
		PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
		LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", Integer.parseInt(args[0]));
		factory.afterPropertiesSet();
		factory.start();
		LockClient client = LockClient.on(factory).build();
		LeaderElection election = LeaderElection
			.of(client.service(), LockRequest.of("leader").withTtl(Duration.ofMillis(Long.parseLong(args[1]))))
			.onElected((handle) -> out.println("elected"))
			.onRevoked(() -> out.println("revoked"))
			.build();
		election.start();
		Thread input = new Thread(() -> {
			try {
				// The end of the input asks for an orderly end.
				while (System.in.read() >= 0) {
					Thread.onSpinWait();
				}
			}
			catch (IOException ex) {
				out.println(ex);
			}
			election.close();
			client.close();
			System.exit(0);
		});
		input.start();
		while (true) {
			long before = System.nanoTime();
			boolean leader = election.isLeader();
			long after = System.nanoTime();
			out.println("look " + before + " " + after + " " + leader);
			LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
		}
	}

}
