import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Seeds one difference of each kind into a copy of the build files and sees that the
 * comparison reports it. Plain Java, since it has to run before anything is built.
 */
final class CompareBuildsTests {

	private static final String STARTER_POM = "lock-starter/pom.xml";

	private static final String STARTER_SCRIPT = "lock-starter/build.gradle.kts";

	private static final String CATALOG = "gradle/libs.versions.toml";

	private static final List<Seed> SEEDS = List.of(
			new Seed("module only in Gradle, added later", "settings.gradle.kts", "(include\\()", "$1\"later\", ",
					"include(\"later\")"),
			new Seed("module only in Maven", "settings.gradle.kts", "include\\(\"lock-sample-app\"\\)", "",
					"include(\"lock-sample-app\"): Maven has this module, Gradle has none"),
			new Seed("module only in Gradle", "pom.xml", "<module>lock-sample-app</module>", "",
					"include(\"lock-sample-app\"): Gradle has this module, Maven has none"),
			new Seed("dependency only in Maven", STARTER_SCRIPT, "api\\(libs\\.jspecify\\)", "",
					"scope of org.jspecify:jspecify: Maven has compile, Gradle has none"),
			new Seed("dependency only in Gradle", STARTER_POM,
					"<dependency>\\s*<groupId>org.jspecify</groupId>\\s*<artifactId>jspecify</artifactId>\\s*</dependency>",
					"", "scope of org.jspecify:jspecify: Gradle has compile, Maven has none"),
			new Seed("dependency for all modules in Gradle only", "build.gradle.kts", "(dependencies \\{)",
					"$1\n\"implementation\"(libs.jedis)",
					"lock-sample-app/build.gradle.kts, scope of redis.clients:jedis: Gradle has compile, Maven has none"),
			new Seed("dependency on a module in Maven only", STARTER_SCRIPT,
					"testImplementation\\(project\\(\":lock-embedded-redis\"\\)\\)", "",
					"scope of module lock-embedded-redis: Maven has test, Gradle has none"),
			new Seed("dependency commented out", STARTER_SCRIPT, "api\\(libs\\.jspecify\\)", "// $0",
					"scope of org.jspecify:jspecify: Maven has compile, Gradle has none"),
			new Seed("scope in Gradle", STARTER_SCRIPT, "testImplementation(\\(libs\\.archunit\\.junit5\\))",
					"implementation$1", "Maven has test, Gradle has compile"),
			new Seed("scope in Maven", "lock-embedded-redis/pom.xml", "<scope>runtime</scope>", "",
					"Maven has compile, Gradle has runtime"),
			new Seed("optional in Maven", STARTER_POM, "<optional>true</optional>", "",
					"Maven has compile, Gradle has optional"),
			new Seed("scope of a module", STARTER_SCRIPT,
					"testImplementation(\\(project\\(\":lock-embedded-redis\"\\)\\))", "implementation$1",
					"Maven has test, Gradle has compile"),
			new Seed("exclusion", STARTER_SCRIPT, "(api\\(libs\\.jspecify\\))",
					"$1 { exclude(group = \"a\", module = \"b\") }", "without [a:b]"),
			new Seed("version in Gradle", CATALOG, "(?m)^(archunit = ).*", "$1\"9.9\"", "Gradle has 9.9"),
			new Seed("version in Maven", "pom.xml", "(<spring-boot.version>)[^<]*", "$19.9", "Maven has 9.9"),
			new Seed("version name", CATALOG, "version.ref = \"archunit\"", "version.ref = \"java\"",
					"version of com.tngtech.archunit:archunit-junit5"),
			new Seed("version in one module's script", STARTER_SCRIPT, "libs\\.spring\\.aop",
					"\"org.springframework:spring-aop:9.9\"", "Gradle has 9.9"),
			new Seed("version only in Gradle", CATALOG, "(\\[versions])", "$1\nother = \"1\"",
					"toml other: Gradle has 1, Maven has none"),
			new Seed("version of the project", "gradle.properties", "(version=).*", "$19.9", "Gradle has 9.9"),
			new Seed("group of the project", "gradle.properties", "(group=).*", "$1other", "Gradle has other"),
			new Seed("name of the project", "settings.gradle.kts", "lock-parent", "other", "Gradle has other"),
			new Seed("Java version", CATALOG, "(?m)^(java = ).*", "$1\"99\"", "Gradle has 99"),
			new Seed("Java release", "build.gradle.kts", "(options.release = ).*", "$199", "Gradle has 99"),
			new Seed("unreadable dependency", STARTER_SCRIPT, "api\\(libs\\.jspecify\\)", "api(projects.other)",
					"cannot compare `api(projects.other)`"),
			new Seed("unreadable catalog", CATALOG, "(\\[libraries])", "$1\nother = [1]",
					"cannot compare `other = [1]`"));

	private CompareBuildsTests() {
	}

	public static void main(String[] args) throws IOException {
		List<String> differences = CompareBuilds.differences(Path.of(args[0]));
		if (!differences.isEmpty()) {
			System.out.println("compare-builds self test: FAILED, the unmodified files differ: " + differences);
			System.exit(1);
		}
		int failures = 0;
		for (Seed seed : SEEDS) {
			Path copy = copy(Path.of(args[0]));
			String failure = verdict(copy, seed);
			System.out
				.println("compare-builds self test: " + seed.name() + ": " + (failure.isEmpty() ? "ok" : failure));
			failures += failure.isEmpty() ? 0 : 1;
			delete(copy);
		}
		System.out.println("compare-builds self test: " + ((failures == 0) ? "passed" : "FAILED, seeds: " + failures));
		System.exit((failures == 0) ? 0 : 1);
	}

	private static String verdict(Path copy, Seed seed) throws IOException {
		if (!CompareBuilds.differences(copy).isEmpty()) {
			return "FAILED, the unmodified copy differs";
		}
		Path file = copy.resolve(seed.file());
		String original = Files.readString(file);
		String seeded = original.replaceFirst(seed.pattern(), seed.replacement());
		Files.writeString(file, seeded);
		List<String> after = CompareBuilds.differences(copy);
		if (seeded.equals(original)) {
			return "FAILED, " + seed.file() + " has no " + seed.pattern() + " any more: adapt the seed";
		}
		boolean reported = after.stream().anyMatch((line) -> line.contains(seed.expected()));
		return reported ? "" : "FAILED, not reported but " + after;
	}

	private static Path copy(Path root) throws IOException {
		Path copy = Files.createTempDirectory("compare-builds");
		try (Stream<Path> files = Files.walk(root, 3)) {
			for (Path file : files
				.filter((it) -> it.toString().matches(".*(pom\\.xml|\\.kts|\\.toml|/gradle\\.properties)"))
				.toList()) {
				Path target = copy.resolve(root.relativize(file).toString());
				Files.createDirectories(target.getParent());
				Files.copy(file, target);
			}
		}
		return copy;
	}

	private static void delete(Path directory) throws IOException {
		try (Stream<Path> files = Files.walk(directory)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(file);
			}
		}
	}

	private record Seed(String name, String file, String pattern, String replacement, String expected) {
	}

}
