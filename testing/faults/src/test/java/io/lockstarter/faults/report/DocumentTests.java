package io.lockstarter.faults.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests that a write replaces only its own part of the page. */
class DocumentTests {

	private static final String PAGE = """
			before
			<!-- one: written by a test, do not edit -->
			old
			and longer
			<!-- end of one -->
			between
			<!-- two: written by a test, do not edit -->
			<!-- end of two -->
			after
			""";

	@TempDir
	@SuppressWarnings("NullAway.Init")
	Path folder;

	@Test
	void writeReplacesOnlyItsPart() throws IOException {
		Path page = Files.writeString(this.folder.resolve("page.md"), PAGE);
		new Document(page).write("one", "new\n");
		new Document(page).write("two", "also new");
		assertThat(page).hasContent("""
				before
				<!-- one: written by a test, do not edit -->

				new

				<!-- end of one -->
				between
				<!-- two: written by a test, do not edit -->

				also new

				<!-- end of two -->
				after
				""");
	}

	@Test
	void replaceOfAnUnknownPartThrows() {
		assertThatIllegalArgumentException().isThrownBy(() -> Document.replace(PAGE, "three", "new"))
			.withMessageContaining("three");
	}

	@Test
	void pageHasAllParts() throws IOException {
		String page = Files.readString(Path.of("..", "..", "docs", "reliability.md"));
		for (String part : new String[] { "figures", "faults", "leases", "crowd", "simulation", "search" }) {
			assertThat(Document.replace(page, part, "new")).contains("new");
		}
	}

}
