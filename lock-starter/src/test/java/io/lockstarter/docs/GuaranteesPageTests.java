package io.lockstarter.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that the tests named in {@code docs/guarantees.md} exist. */
class GuaranteesPageTests {

	private static final Path SOURCES = Path.of("src", "test", "java", "io", "lockstarter");

	private static final Path KOTLIN_SOURCES = Path.of("..", "testing", "kotlin", "src", "test", "kotlin");

	private static final Pattern NAMED = Pattern.compile("`(\\w+Tests)\\.(\\w+)`");

	private final String page = read(Path.of("..", "docs", "guarantees.md"));

	@Test
	void namedTestsExist() {
		Map<String, String> sources = sources();
		assertThat(NAMED.matcher(this.page).results()).hasSizeGreaterThan(80)
			.allSatisfy((named) -> assertThat(sources.get(named.group(1))).as(named.group())
				.isNotNull()
				.containsPattern("(void|fun) " + named.group(2) + "\\("));
	}

	@Test
	void everyRowNamesATest() {
		List<String> rows = this.page.lines().filter((line) -> line.matches("\\| P?\\d+ \\|.*")).toList();
		assertThat(rows).hasSizeGreaterThan(70)
			.allMatch((row) -> NAMED.matcher(row).find() || row.endsWith("| the same |"));
	}

	/** Skips the numbers of behaviors without a row. */
	@Test
	void everyBehaviorHasARow() {
		assertThat(Stream
			.of(IntStream.rangeClosed(1, 58), IntStream.rangeClosed(61, 70), IntStream.of(72, 73),
					IntStream.rangeClosed(74, 82))
			.flatMap(IntStream::boxed))
			.allSatisfy((number) -> assertThat(this.page).containsOnlyOnce("\n| " + number + " |"));
	}

	private static Map<String, String> sources() {
		try (Stream<Path> java = Files.walk(SOURCES); Stream<Path> kotlin = Files.walk(KOTLIN_SOURCES)) {
			return Stream.concat(java, kotlin)
				.filter((file) -> file.toString().matches(".*Tests\\.(java|kt)"))
				.collect(Collectors.toMap((file) -> file.getFileName().toString().replaceAll("\\..*", ""),
						GuaranteesPageTests::read));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
