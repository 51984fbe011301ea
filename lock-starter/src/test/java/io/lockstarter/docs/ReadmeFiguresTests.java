package io.lockstarter.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the figures in README.md are those of {@code docs/performance.md}. With
 * {@code -Dreadme.document=true} it writes them.
 */
class ReadmeFiguresTests {

	@Test
	void figuresAreThoseOfTheLastComparison() throws IOException {
		Path file = Pages.ROOT.resolve("README.md");
		String readme = Files.readString(file);
		String table = new ReadmeFigures(Pages.read("docs/performance.md")).table();
		int start = readme.indexOf(ReadmeFigures.START);
		assertThat(start).isPositive();
		int end = readme.indexOf("\n\n", start) + 1;
		if (Boolean.getBoolean("readme.document")) {
			Files.writeString(file, readme.substring(0, start) + table + readme.substring(end));
			return;
		}
		assertThat(readme.substring(start, end)).as("run this test with -Dreadme.document=true").isEqualTo(table);
	}

}
