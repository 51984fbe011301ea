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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Detects unintended changes of the API. An intended change also changes the list in
 * {@code public-api.txt}, so a reviewer sees what users will see. {@code store-spi.txt}
 * does the same for the package that another lock server implements. That package is not
 * yet stable.
 */
class PublicApiTests {

	private static final Path DIRECTORY = Path.of("target");

	@ParameterizedTest
	@CsvSource({ "io.lockstarter, public-api.txt", "io.lockstarter.store, store-spi.txt" })
	void publicApiMatchesTheList(String packageName, String list) throws IOException {
		List<String> actual = actual(packageName);
		Path written = DIRECTORY.resolve(list);
		Files.createDirectories(DIRECTORY);
		Files.write(written, actual);
		assertThat(difference(listed(list), actual))
			.as("%s differs from src/test/resources/%s. If this is intended, replace the file by %s", packageName, list,
					written)
			.isEmpty();
	}

	@Test
	void differenceIsReportedLineByLine() {
		assertThat(difference(List.of("a", "b", "c"), List.of("a", "c", "d"))).containsExactly("- b", "+ d");
	}

	private static List<String> actual(String packageName) {
		return new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages(packageName)
			.stream()
			.filter((type) -> type.getPackageName().equals(packageName))
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

	private static List<String> listed(String list) {
		try (InputStream in = Objects.requireNonNull(PublicApiTests.class.getResourceAsStream("/" + list), list)) {
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
