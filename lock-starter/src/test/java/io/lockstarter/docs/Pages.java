package io.lockstarter.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Reads documents and their blocks of code. */
final class Pages {

	static final Path ROOT = Path.of("..");

	private static final Pattern BLOCK = Pattern.compile("```(\\w*)\\n(.*?)```", Pattern.DOTALL);

	private Pages() {
	}

	static String read(String file) {
		return read(ROOT.resolve(file));
	}

	static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the blocks of a document in one language, each on one line. */
	static List<String> blocks(String document, String language) {
		return BLOCK.matcher(read(document))
			.results()
			.filter((block) -> block.group(1).equals(language))
			.map((block) -> onOneLine(block.group(2)))
			.toList();
	}

	/** Returns the source of a class of this package, on one line. */
	static String source(Class<?> type) {
		return onOneLine(
				read(Path.of("src", "test", "java", "io", "lockstarter", "docs", type.getSimpleName() + ".java")));
	}

	static String onOneLine(String text) {
		return text.replaceAll("\\s+", " ").trim();
	}

}
