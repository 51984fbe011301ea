package io.lockstarter.docs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.lockstarter.DistributedLock;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the documents list the properties and the attributes that exist.
 */
class ConfigurationPageTests {

	private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z][a-zA-Z.-]*[a-zA-Z])` \\|");

	@Test
	void pageListsEachPropertyOnce() throws IOException {
		assertThat(rows(Path.of("..", "docs", "configuration.md"))).containsExactlyInAnyOrderElementsOf(properties());
	}

	@Test
	void readmeListsOnlyPropertiesThatExist() throws IOException {
		assertThat(rows(Path.of("..", "README.md"))).isNotEmpty().isSubsetOf(properties());
	}

	@Test
	void annotationPageListsEachAttribute() throws IOException {
		assertThat(Stream.of(DistributedLock.class.getDeclaredMethods()).map(Method::getName))
			.isSubsetOf(rows(Path.of("..", "docs", "annotation.md")));
	}

	private static List<String> rows(Path page) throws IOException {
		return ROW.matcher(Files.readString(page)).results().map((row) -> row.group(1)).toList();
	}

	private static List<String> properties() throws IOException {
		URL classes = LockAutoConfiguration.class.getProtectionDomain().getCodeSource().getLocation();
		try (InputStream in = new URL(classes, "META-INF/spring-configuration-metadata.json").openStream()) {
			List<String> names = JsonPath.parse(in).read("$.properties[*].name");
			// The others are those that the Actuator has for each endpoint.
			return names.stream()
				.filter((name) -> name.startsWith("distributed-lock."))
				.map((name) -> name.replace("distributed-lock.", ""))
				.toList();
		}
	}

}
