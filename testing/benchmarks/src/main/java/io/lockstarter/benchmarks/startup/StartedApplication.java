package io.lockstarter.benchmarks.startup;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.DistributedLock;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.embedded.jvm.ChildJvm;

/**
 * The costs of one start of the application, in a JVM of its own.
 *
 * @param millis the time until the application has started
 * @param megabytes the heap in use after a garbage collection
 * @param classes the number of loaded classes
 */
public record StartedApplication(double millis, double megabytes, int classes) {

	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	private static final double MEGABYTE = 1 << 20;

	/** The other contenders and the tools of the benchmark. */
	private static final Pattern NOT_OF_THE_APPLICATION = Pattern
		.compile(".*/(redisson|lock4j|shedlock|spring-integration|jmh|jopt|commons-math|kryo|rxjava|byte-buddy|"
				+ "spring-boot-starter-test|spring-boot-test|spring-test|junit|mockito|assertj)[^/]*\\.jar");

	/** A dependency that the starter adds to an application with Redis. */
	private static final Pattern OF_THE_STARTER = Pattern.compile(".*/aspectjweaver[^/]*\\.jar");

	/**
	 * Starts the application, and ends it.
	 * @param services the folder of the generated services
	 * @param port the port of Redis
	 * @param starter true if the starter is on the class path
	 * @param options options of the JVM
	 */
	public static StartedApplication start(Path services, int port, boolean starter, List<String> options) {
		List<String> all = new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC"));
		all.addAll(options);
		try {
			Path log = Files.createTempFile("lock-benchmarks-startup-", ".log");
			try (ChildJvm jvm = ChildJvm.start(ChildJvm.command(all, services + File.pathSeparator + classPath(starter),
					StartupApplication.class, List.of("" + port)), log)) {
				Message report = Message.parse(jvm.receive(TIMEOUT));
				jvm.finish();
				return new StartedApplication(report.number("nanos") / 1e6, report.number("heap") / MEGABYTE,
						(int) report.number("classes"));
			}
			catch (EOFException | TimeoutException ex) {
				throw new IllegalStateException("The application has not started\n" + Files.readString(log), ex);
			}
			finally {
				Files.deleteIfExists(log);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	// The application has Redis in both cases.
	private static String classPath(boolean starter) {
		Path ours = location(DistributedLock.class);
		return Stream.of(ChildJvm.classPath().split(File.pathSeparator, -1))
			.filter((entry) -> !NOT_OF_THE_APPLICATION.matcher(entry).matches())
			.filter((entry) -> starter || !(OF_THE_STARTER.matcher(entry).matches()
					|| Path.of(entry).toAbsolutePath().normalize().equals(ours)))
			.collect(Collectors.joining(File.pathSeparator));
	}

	private static Path location(Class<?> type) {
		try {
			return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
