package io.lockstarter.benchmarks.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.peers.Peer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that a killed harness leaves no worker behind. */
class OrphanTests {

	@Test
	void busyWorkerEndsWhenTheHarnessIsKilled(@TempDir Path folder) throws IOException {
		Process harness = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + folder, "-cp", System.getProperty("java.class.path"),
				Harness.class.getName())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		try (BufferedReader out = harness.inputReader(StandardCharsets.UTF_8)) {
			ProcessHandle worker = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
			assertThat(worker.isAlive()).isTrue();
			harness.destroyForcibly();
			try {
				Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !worker.isAlive());
			}
			finally {
				worker.destroyForcibly();
			}
		}
		finally {
			harness.destroyForcibly();
		}
	}

	/** Starts a worker, keeps it busy for an hour and prints its process id. */
	static final class Harness {

		private Harness() {
		}

		public static void main(String[] args) {
			Fleet fleet = new Fleet(Peer.UNLOCKED, FleetPlan.of(1));
			fleet.awaitReady();
			System.out.println(fleet.processes().get(0).pid());
			long start = System.nanoTime() + Duration.ofHours(1).toNanos();
			fleet.all(Message.of("loop/run")
				.with("threads", 1)
				.with("shared", false)
				.with("key", "any")
				.with("start", start)
				.with("end", start));
		}

	}

}
