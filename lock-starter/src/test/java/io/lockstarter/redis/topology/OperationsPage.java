package io.lockstarter.redis.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads the permissions that {@code docs/operations.md} lists. */
final class OperationsPage {

	private static final Path PAGE = Path.of("..", "docs", "operations.md");

	private static final Pattern SECTION = Pattern.compile("(?ms)^### ([^\\n]+)\\n(.*?)(?=^##|\\z)");

	private static final Pattern BLOCK = Pattern.compile("(?s)```acl\\n(.*?)```");

	private OperationsPage() {
	}

	/**
	 * Returns the rules of a section, one list for each of its blocks.
	 * @param title the heading
	 * @return the rules in the format of ACL SETUSER
	 */
	static List<List<String>> rights(String title) {
		String section = SECTION.matcher(read())
			.results()
			.filter((match) -> match.group(1).equals(title))
			.map((match) -> match.group(2))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException(PAGE + " has no section '" + title + "'"));
		return BLOCK.matcher(section).results().map(OperationsPage::rules).toList();
	}

	private static List<String> rules(MatchResult block) {
		return List.of(block.group(1).strip().split("\\s+"));
	}

	private static String read() {
		try {
			return Files.readString(PAGE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
