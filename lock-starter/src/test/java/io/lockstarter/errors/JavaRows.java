package io.lockstarter.errors;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Compiles all rows that are Java, in one run of the compiler. */
final class JavaRows {

	private static final String IMPORTS = """
			import io.lockstarter.*;
			import io.lockstarter.errors.Goods.*;
			import io.lockstarter.jdbc.FencedJdbc;
			import java.time.*;
			import java.util.*;
			import java.util.concurrent.*;
			import java.util.concurrent.locks.Lock;
			import org.springframework.core.annotation.AliasFor;
			import org.springframework.scheduling.annotation.Async;
			import reactor.core.publisher.*;
			""";

	private final Map<String, String> sources = new LinkedHashMap<>();

	private ClassLoader classes = JavaRows.class.getClassLoader();

	/** Adds a class in a separate package. */
	String add(String simpleName, String source) {
		String row = "row" + this.sources.size();
		String text = source.contains(" " + simpleName + " ") ? source
				: "public class " + simpleName + " {\n" + source + "\n}";
		this.sources.put(row + "." + simpleName, "package " + row + ";\n" + IMPORTS + text);
		return row + "." + simpleName;
	}

	/** Adds a call, as the method {@code run} of a separate class. */
	String addCall(String parameters, String code) {
		return add("Call", "@SuppressWarnings(\"all\") public static void run(" + parameters + ") throws Exception { "
				+ code + "; }");
	}

	/**
	 * Compiles all added classes.
	 * @param directory the empty output directory
	 */
	void compile(Path directory) throws IOException {
		List<String> arguments = new ArrayList<>(
				List.of("-parameters", "-Xlint:none", "-proc:none", "-d", directory.toString()));
		for (Map.Entry<String, String> source : this.sources.entrySet()) {
			Path file = directory.resolve(source.getKey().replace('.', '/') + ".java");
			Files.createDirectories(Objects.requireNonNull(file.getParent()));
			arguments.add(Files.writeString(file, source.getValue()).toString());
		}
		ByteArrayOutputStream messages = new ByteArrayOutputStream();
		int result = ToolProvider.getSystemJavaCompiler()
			.run(null, messages, messages, arguments.toArray(String[]::new));
		assertThat(result).as(messages.toString(StandardCharsets.UTF_8)).isZero();
		this.classes = new URLClassLoader(new URL[] { directory.toUri().toURL() }, this.classes);
	}

	ClassLoader classes() {
		return this.classes;
	}

	Class<?> get(String name) {
		try {
			return Class.forName(name, true, this.classes);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
