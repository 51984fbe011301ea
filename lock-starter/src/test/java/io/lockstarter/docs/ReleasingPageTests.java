package io.lockstarter.docs;

import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that {@code docs/releasing.md} lists the published modules. */
class ReleasingPageTests {

	private static final Pattern ROW = Pattern.compile("(?m)^\\| `(lock-[\\w-]+)` \\|");

	@Test
	void publishedModulesAreListed() {
		assertThat(ROW.matcher(Pages.read("docs/releasing.md")).results().map((row) -> row.group(1)))
			.containsExactlyInAnyOrderElementsOf(Repository.files(Pages.ROOT, "pom.xml")
				.stream()
				.filter((pom) -> Pages.read(pom).contains("<maven.deploy.skip>false</maven.deploy.skip>"))
				.map((pom) -> Objects.requireNonNull(pom.getParent()))
				.map(Path::getFileName)
				.map(String::valueOf)
				.toList());
	}

}
