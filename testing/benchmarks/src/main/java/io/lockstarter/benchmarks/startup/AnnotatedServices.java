package io.lockstarter.benchmarks.startup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import io.lockstarter.embedded.jvm.ChildJvm;

/**
 * Generates and compiles services with annotated methods. Each method has its own key.
 */
public final class AnnotatedServices {

	static final String PACKAGE = "io.lockstarter.benchmarks.generated";

	private static final int METHODS_OF_A_CLASS = 10;

	private AnnotatedServices() {
	}

	/**
	 * Writes classes into a folder.
	 * @param folder the folder, for the class path
	 * @param methods the number of annotated methods in all
	 */
	public static void compile(Path folder, int methods) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		if (compiler == null) {
			throw new IllegalStateException("The measurement of the start-up needs a JDK");
		}
		List<String> arguments = new ArrayList<>(
				List.of("-proc:none", "-parameters", "-cp", ChildJvm.classPath(), "-d", folder.toString()));
		for (int first = 0; first < methods; first += METHODS_OF_A_CLASS) {
			arguments.add(write(folder, "Service" + first, first, Math.min(methods, first + METHODS_OF_A_CLASS)));
		}
		if (compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
			throw new IllegalStateException("The generated services cannot be compiled");
		}
	}

	private static String write(Path folder, String name, int from, int to) {
		StringBuilder source = new StringBuilder("""
				package %s;

				import io.lockstarter.DistributedLock;

				@org.springframework.stereotype.Service
				public class %s {

					public record Order(String id, int line) {
					}
				""".formatted(PACKAGE, name));
		for (int method = from; method < to; method++) {
			source.append(method(method));
		}
		try {
			Path file = folder.resolve(name + ".java");
			return Files.writeString(file, source.append("}\n")).toString();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// Three kinds of keys: a parameter, a property, and two placeholders with attributes.
	private static String method(int number) {
		return switch (number % 3) {
			case 0 -> """

						@DistributedLock(key = "account-%1$d:#<id>")
						public String account%1$d(String id) {
							return id;
						}
					""".formatted(number);
			case 1 -> """

						@DistributedLock(key = "order-%1$d:#<order.id>")
						public String order%1$d(Order order) {
							return order.id();
						}
					""".formatted(number);
			default -> """

						@DistributedLock(key = "line-%1$d:#<order.id>:#<order.line>", ttl = "20s", waitTime = "2s")
						public int line%1$d(Order order, String reason) {
							return order.line() + reason.length();
						}
					""".formatted(number);
		};
	}

}
