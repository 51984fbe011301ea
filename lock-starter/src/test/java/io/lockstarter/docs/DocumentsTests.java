package io.lockstarter.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that the index lists all documents, and that their links are valid. */
class DocumentsTests {

	private static final Path DOCS = Pages.ROOT.resolve("docs");

	private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*`");

	private static final Pattern LINK = Pattern.compile("\\]\\(([^):#\\s]*)(?:#([^)\\s]*))?\\)");

	/** The address of a picture in HTML. */
	private static final Pattern PICTURE = Pattern.compile("src=\"([^\":]+)\"");

	private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

	static List<Path> documents() {
		return Pages.documents();
	}

	@ParameterizedTest
	@MethodSource("documents")
	void linksLeadToFilesAndHeadings(Path document) throws IOException {
		Path folder = Objects.requireNonNull(document.getParent());
		assertThat(LINK.matcher(text(document)).results()).allSatisfy((link) -> {
			Path target = link.group(1).isEmpty() ? document : folder.resolve(link.group(1));
			assertThat(target).exists();
			if (link.group(2) != null) {
				assertThat(anchors(target)).contains(link.group(2));
			}
		});
	}

	@ParameterizedTest
	@MethodSource("documents")
	void picturesExist(Path document) throws IOException {
		Path folder = Objects.requireNonNull(document.getParent());
		assertThat(PICTURE.matcher(text(document)).results())
			.allSatisfy((picture) -> assertThat(folder.resolve(picture.group(1))).exists());
	}

	@Test
	void indexListsEveryDocument() throws IOException {
		String index = Files.readString(DOCS.resolve("README.md"));
		assertThat(documents()).filteredOn((file) -> file.startsWith(DOCS) && !file.endsWith("README.md"))
			.isNotEmpty()
			.allSatisfy((file) -> assertThat(index)
				.contains("](" + DOCS.relativize(file).toString().replace('\\', '/') + ")"));
	}

	private static String text(Path document) throws IOException {
		return CODE.matcher(Files.readString(document)).replaceAll("");
	}

	/** Returns the anchors of the headings, as GitHub forms them. */
	private static List<String> anchors(Path document) throws IOException {
		return HEADING.matcher(Files.readString(document))
			.results()
			.map((heading) -> heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-'))
			.toList();
	}

}
