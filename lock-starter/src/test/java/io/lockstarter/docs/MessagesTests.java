package io.lockstarter.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks the texts in the source code. */
class MessagesTests {

	private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");

	@Test
	void messagesNameNoFilesOfTheRepository() throws IOException {
		assertThat(texts()).hasSizeGreaterThan(1000)
			.noneMatch((text) -> text.contains("docs/") || text.contains(".md"))
			.noneMatch((text) -> text.contains("raise the limit"));
	}

	private static List<String> texts() throws IOException {
		try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
			StringBuilder all = new StringBuilder();
			for (Path file : files.filter((one) -> one.toString().endsWith(".java")).toList()) {
				all.append(Files.readString(file)).append('\n');
			}
			return TEXT.matcher(all).results().map((text) -> text.group()).toList();
		}
	}

}
