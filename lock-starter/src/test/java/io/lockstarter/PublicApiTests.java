package io.lockstarter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The API changes on purpose only. Where it does, the list in {@code public-api.txt}
 * changes with it, and a reviewer sees what users will.
 */
class PublicApiTests {

	private static final String LIST = "/public-api.txt";

	private static final Path DIRECTORY = Path.of("target");

	@Test
	void theApiIsAsListed() throws IOException {
		List<String> actual = actual();
		Path written = DIRECTORY.resolve("public-api.txt");
		Files.createDirectories(DIRECTORY);
		Files.write(written, actual);
		assertThat(difference(listed(), actual))
			.as("The API differs from src/test/resources%s. If that is meant, replace the file by %s", LIST, written)
			.isEmpty();
	}

	@Test
	void aDifferenceIsShownByLine() {
		assertThat(difference(List.of("a", "b", "c"), List.of("a", "c", "d"))).containsExactly("- b", "+ d");
	}

	private static List<String> actual() {
		return new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.lockstarter")
			.stream()
			.filter((type) -> type.getPackageName().equals("io.lockstarter"))
			.filter((type) -> !type.getSimpleName().equals("package-info"))
			.map(JavaClass::reflect)
			.filter(PublicApiTests::isPublic)
			.sorted(Comparator.comparing(Class::getName))
			.flatMap(ApiShape::of)
			.toList();
	}

	private static boolean isPublic(Class<?> type) {
		for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
			if (!Modifier.isPublic(outer.getModifiers())) {
				return false;
			}
		}
		return !type.isAnonymousClass();
	}

	private static List<String> listed() {
		try (InputStream in = Objects.requireNonNull(PublicApiTests.class.getResourceAsStream(LIST), LIST)) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> difference(List<String> listed, List<String> actual) {
		List<String> difference = new ArrayList<>();
		listed.stream().filter((line) -> !actual.contains(line)).forEach((line) -> difference.add("- " + line));
		actual.stream().filter((line) -> !listed.contains(line)).forEach((line) -> difference.add("+ " + line));
		return difference;
	}

}
