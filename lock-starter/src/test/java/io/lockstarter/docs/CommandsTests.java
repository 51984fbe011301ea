package io.lockstarter.docs;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks the commands in the documents: their scripts, profiles, modules, test classes,
 * tasks and properties exist.
 */
class CommandsTests {

	private static final Pattern COMMAND = Pattern
		.compile("(?m)(?:`|^\\$ |^)((?:mvn|\\./gradlew|\\.ci/|testing/benchmarks/compare)(?:[^`\n]*)?)");

	private static final Pattern PROFILE = Pattern.compile("mvn\\b.* -P([\\w-]+)");

	private static final Pattern MODULES = Pattern.compile(" -pl ([\\w.,/-]+)");

	private static final Pattern TEST = Pattern.compile("-Dtest=['\"]?([\\w*,]+)");

	private static final Pattern PROPERTY = Pattern.compile(" -D([\\w.-]+)");

	private static final Pattern TASK = Pattern.compile("gradlew (?:[^`]* )?:([\\w-]+):(\\w+)");

	/** Properties of Maven, its plugins and Spring Boot. */
	private static final Set<String> TOOLS = Set.of("maven.test.skip", "skipTests", "spring-boot.run.arguments", "test",
			"surefire.failIfNoSpecifiedTests", "newVersion", "generateBackupPoms");

	private static String poms;

	private static String sources;

	@BeforeAll
	static void read() {
		poms = Repository.text("pom.xml");
		sources = Repository.text(".java") + poms + Repository.text(".kts");
	}

	static Stream<String> commands() {
		return Repository.documents()
			.stream()
			.flatMap((document) -> COMMAND.matcher(Pages.read(document)).results())
			.map((command) -> command.group(1).strip())
			.distinct();
	}

	@Test
	void commandsAreFound() {
		assertThat(commands()).hasSizeGreaterThan(30)
			.contains("mvn verify", "mvn spring-boot:run", ".ci/run", "./gradlew build");
	}

	@ParameterizedTest
	@MethodSource("commands")
	void partsOfTheCommandExist(String command) {
		all(PROFILE, command).forEach((profile) -> assertThat(poms).contains("<id>" + profile + "</id>"));
		all(MODULES, command).flatMap((list) -> Stream.of(list.split(",")))
			.forEach((module) -> assertThat(Pages.ROOT.resolve(module).resolve("pom.xml")).exists());
		all(TEST, command).flatMap((list) -> Stream.of(list.split(",")))
			.forEach((test) -> assertThat(sources).containsPattern("class " + test.replace("*", "\\w*") + "\\b"));
		all(TEST, command).filter(CommandsTests::isLong)
			.forEach((test) -> assertThat(command).as("A long test needs its profile").contains("-Plong"));
		all(PROPERTY, command).filter((property) -> !TOOLS.contains(property))
			.forEach((property) -> assertThat(sources).containsPattern("[\"<{]" + Pattern.quote(property) + "[\">}]"));
		all(TASK, command)
			.forEach((module) -> assertThat(Pages.read("settings.gradle.kts")).contains("include(\"" + module + "\")"));
		String program = command.split("[ ,]", 2)[0];
		if (program.contains("/") && !program.endsWith("/")) {
			assertThat(Pages.ROOT.resolve(program)).isRegularFile().isExecutable();
		}
	}

	@Test
	void unknownPartIsFound() {
		List<String> wrong = List.of("mvn -Pmissing verify", "mvn verify -pl lock-missing",
				"mvn verify -Dtest=MissingTests", "mvn verify -Dtest=ScaleTests", "mvn verify -Dmissing.property=1",
				"./gradlew :lock-missing:test", ".ci/missing");
		assertThat(wrong).allSatisfy((command) -> assertThat(isRefused(command)).as(command).isTrue());
	}

	private static boolean isLong(String test) {
		return Pattern.compile("@Tag\\(\"long\"\\)\n(@.*\n)*class " + test + "\\b").matcher(sources).find();
	}

	private boolean isRefused(String command) {
		try {
			partsOfTheCommandExist(command);
			return false;
		}
		catch (AssertionError ex) {
			return true;
		}
	}

	private static Stream<String> all(Pattern pattern, String command) {
		Matcher matcher = pattern.matcher(command);
		return matcher.results().map((result) -> result.group(1)).toList().stream();
	}

}
