package io.lockstarter.test.slices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that every slice lists all auto-configurations of the library. */
class SliceImportsTests {

	private static final Path STARTER = Path.of("../lock-starter/src/main/resources/META-INF/spring");

	private static final Path KIT = Path.of("src/main/resources/META-INF/spring");

	private static final String ALL = "org.springframework.boot.autoconfigure.AutoConfiguration.imports";

	@Test
	void everySliceHasAllAutoConfigurations() throws IOException {
		List<String> all = Stream.concat(lines(STARTER.resolve(ALL)), lines(KIT.resolve(ALL))).toList();
		assertThat(all).isNotEmpty();
		try (Stream<Path> files = Files.list(KIT)) {
			List<Path> slices = files.filter((file) -> !file.endsWith(ALL)).toList();
			assertThat(slices).isNotEmpty()
				.allSatisfy((slice) -> assertThat(lines(slice)).containsExactlyElementsOf(all));
		}
	}

	@Test
	void starterHasNoSlices() throws IOException {
		try (Stream<Path> files = Files.list(STARTER)) {
			assertThat(files.filter((file) -> file.toString().endsWith(".imports"))).hasSize(1);
		}
	}

	private static Stream<String> lines(Path file) throws IOException {
		return Files.readAllLines(file).stream();
	}

}
