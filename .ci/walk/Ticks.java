package com.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** Counts the runs of a scheduled job over both instances. The files in a shared directory are the runs. */
final class Ticks {

	private static final long TICK = 5000;

	private static final int COUNT = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static final Path DIRECTORY = Path.of(System.getProperty("shared"));

	private Ticks() {
	}

	/** Is called from the locked job. */
	static void ran() {
		try {
			Files.createTempFile(DIRECTORY, "ran-" + tick() + "-", "");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Is called from a job without a lock, which each instance runs at each tick. */
	static void fired() {
		long tick = tick();
		try {
			// The minimum hold is long enough only for an instance that is on time.
			if (System.currentTimeMillis() - tick * TICK < 1000) {
				Files.createFile(DIRECTORY.resolve("fired-" + tick + "-" + Section.INSTANCE));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Waits for some ticks at which both instances were on time, and returns whether the locked job ran once at each. */
	static boolean runOnce() throws IOException, InterruptedException {
		long start = System.nanoTime();
		int counted = 0;
		boolean once = true;
		for (long tick = tick() + 2; counted < COUNT; tick++) {
			while (tick() <= tick) {
				if (System.nanoTime() - start > PATIENCE.toNanos()) {
					throw new IllegalStateException("The instances were on time at " + counted + " ticks only");
				}
				Thread.sleep(50);
			}
			// A run that is late keeps the key for a part of the next tick.
			if (isOnTime(tick - 1) && isOnTime(tick)) {
				counted++;
				long runs = runs(tick);
				once &= runs == 1;
				System.out.println("walk: instance " + Section.INSTANCE + ", tick " + tick + ": " + runs + " runs");
			}
		}
		return once;
	}

	/** Returns the nearest tick, since a timer may fire a little early. A run after the minimum hold is one of the same tick. */
	private static long tick() {
		return (System.currentTimeMillis() + 500) / TICK;
	}

	private static boolean isOnTime(long tick) {
		return Files.exists(DIRECTORY.resolve("fired-" + tick + "-1"))
				&& Files.exists(DIRECTORY.resolve("fired-" + tick + "-2"));
	}

	private static long runs(long tick) throws IOException {
		try (Stream<Path> files = Files.list(DIRECTORY)) {
			return files.filter((file) -> file.getFileName().toString().startsWith("ran-" + tick + "-")).count();
		}
	}

}
