package io.lockstarter.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the documents and the sources of the project. */
final class Pages {

	static final Path ROOT = Path.of("..");

	private static final Set<String> SKIPPED = Set.of("target", "build", "bin", "out", "node_modules");

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

	/**
	 * Returns the files whose paths match, without hidden files and results of builds.
	 */
	static List<Path> files(String pattern) {
		Pattern wanted = Pattern.compile(pattern);
		try (Stream<Path> files = Files.find(ROOT, Integer.MAX_VALUE,
				(file, attributes) -> attributes.isRegularFile())) {
			return files.filter((file) -> wanted.matcher(ROOT.relativize(file).toString().replace('\\', '/')).matches())
				.filter((file) -> Stream.of(ROOT.relativize(file).toString().split("[/\\\\]"))
					.noneMatch((part) -> part.startsWith(".") || SKIPPED.contains(part)))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the documents of the project. */
	static List<Path> documents() {
		return files("[A-Z]+\\.md|docs/.+\\.md|.+/src/test/java/.+/README\\.md");
	}

	/** Returns the blocks of a document in one language, each on one line. */
	static List<String> blocks(String document, String language) {
		return BLOCK.matcher(read(document))
			.results()
			.filter((block) -> block.group(1).equals(language))
			.map((block) -> onOneLine(block.group(2)))
			.toList();
	}

	static String onOneLine(String text) {
		return text.replaceAll("\\s+", " ").trim();
	}

}
