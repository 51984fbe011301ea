package io.lockstarter.benchmarks.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Pins processes to one core, if the system has {@code taskset}. */
public final class Pinning {

	private static final Path STATUS = Path.of("/proc/self/status");

	private Pinning() {
	}

	public static boolean isPossible() {
		return Files.isReadable(STATUS) && Stream.of(System.getenv("PATH").split(":", -1))
			.anyMatch((folder) -> Files.isExecutable(Path.of(folder, "taskset")));
	}

	/** Returns the start of a command line whose process runs on the core. */
	static List<String> prefix() {
		return List.of("taskset", "-c", core());
	}

	/** Pins a running process with all its threads to the core. */
	static void pin(long pid) {
		try {
			Process taskset = new ProcessBuilder("taskset", "-a", "-c", "-p", core(), Long.toString(pid))
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
			if (taskset.waitFor() != 0) {
				throw new IllegalStateException("taskset failed for process " + pid);
			}
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	// The first core that this process may use.
	private static String core() {
		try (Stream<String> lines = Files.lines(STATUS)) {
			return lines.filter((line) -> line.startsWith("Cpus_allowed_list:"))
				.map((line) -> line.substring(line.indexOf(':') + 1).strip().split("[-,]", 2)[0])
				.findFirst()
				.orElse("0");
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
