package io.lockstarter.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Describes the machine of the measurement. */
public final class Machine {

	private static final Path CPU = Path.of("/proc/cpuinfo");

	private Machine() {
	}

	/** Returns facts by name, in the order of the report. */
	public static Map<String, String> facts() {
		Map<String, String> facts = new LinkedHashMap<>();
		facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
		facts.put("CPU", cpu());
		facts.put("OS", System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
				+ System.getProperty("os.arch"));
		facts.put("JDK", System.getProperty("java.vendor") + " " + Runtime.version());
		return facts;
	}

	private static String cpu() {
		try (Stream<String> lines = Files.isReadable(CPU) ? Files.lines(CPU) : Stream.empty()) {
			return lines.filter((line) -> line.startsWith("model name"))
				.map((line) -> line.substring(line.indexOf(':') + 1).strip())
				.findFirst()
				.orElse("unknown");
		}
		catch (IOException ex) {
			return "unknown";
		}
	}

}
