package io.lockstarter.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the documents that a complete run writes. */
class DocumentTests {

	private static final Path ROOT = Path.of("..", "..");

	@Test
	void readmeHasTheFiguresOfThePage() throws IOException {
		String page = Files.readString(ROOT.resolve("docs").resolve("performance.md"));
		String readme = Files.readString(ROOT.resolve("README.md"));
		assertThat(new ReadmeFigures(page).in(readme)).isEqualTo(readme);
	}

}
