import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The dependencies of one Gradle module, gathered from the root's script and its own, in
 * Maven's scopes.
 */
final class Dependencies {

	/** Surefire brings its own launcher, Gradle wants it named. */
	private static final String LAUNCHER = "org.junit.platform:junit-platform-launcher";

	private static final Pattern DECLARATION = Pattern.compile("\"?(\\w+)\"?\\((platform\\()?"
			+ "(?:(?:rootProject\\.)?libs\\.([\\w.]+)|project\\(\":([^\"]+)\"\\)|\"([^\":]+:[^\":]+)(?::([^\":]+))?\")"
			+ "\\)\\)?(?:\\s*\\{([^}]*)})?");

	private static final Pattern EXCLUSION = Pattern
		.compile("exclude\\(group = \"([^\"]+)\", module = \"([^\"]+)\"\\)");

	private static final Map<Set<String>, String> SCOPES = Map.of(Set.of("api"), "compile", Set.of("implementation"),
			"compile", Set.of("runtimeOnly"), "runtime", Set.of("testImplementation"), "test",
			Set.of("testRuntimeOnly"), "test", Set.of("compileOnly", "testImplementation"), "optional");

	private final Map<String, Set<String>> configurations = new TreeMap<>();

	private final Map<String, Set<String>> exclusions = new TreeMap<>();

	private final String module;

	private final Catalog catalog;

	private final Facts facts;

	Dependencies(String module, Catalog catalog, Facts facts) {
		this.module = module;
		this.catalog = catalog;
		this.facts = facts;
	}

	void read(String file, String script) {
		for (MatchResult start : GradleBuild.find("\\bdependencies\\s*\\{", script)) {
			String block = script.substring(start.end(), end(script, start.end()));
			Matcher declaration = DECLARATION.matcher(block);
			declaration.results().forEach(this::add);
			declaration.replaceAll("")
				.lines()
				.filter((line) -> !line.isBlank())
				.forEach((line) -> this.facts.unreadable(file, line,
						"write it as scope(libs.name), scope(project(\":name\")) or scope(\"group:name\")"));
		}
	}

	void report() {
		this.configurations.forEach((library, configurations) -> {
			String scope = SCOPES.getOrDefault(configurations, String.join(" and ", configurations));
			Set<String> excluded = this.exclusions.getOrDefault(library, Set.of());
			this.facts.dependency(this.module, library, scope + (excluded.isEmpty() ? "" : " without " + excluded));
		});
	}

	private void add(MatchResult declaration) {
		String configuration = (declaration.group(2) != null) ? "import" : declaration.group(1);
		String library = library(declaration);
		// Maven's processors are listed once for all modules, among the compiler's
		// settings
		if (declaration.group(1).equals("annotationProcessor") || library.equals(LAUNCHER)) {
			return;
		}
		if (declaration.group(6) != null) {
			this.facts.libraryVersion(library, declaration.group(6));
		}
		this.configurations.computeIfAbsent(library, (it) -> new TreeSet<>()).add(configuration);
		if (declaration.group(7) != null) {
			exclude(library, declaration.group(7));
		}
	}

	private void exclude(String library, String block) {
		Matcher exclusion = EXCLUSION.matcher(block);
		Set<String> excluded = this.exclusions.computeIfAbsent(library, (it) -> new TreeSet<>());
		exclusion.results().forEach((it) -> excluded.add(it.group(1) + ":" + it.group(2)));
		String rest = exclusion.replaceAll("").strip();
		if (!rest.isEmpty()) {
			this.facts.unreadable(this.module + "/build.gradle.kts", rest,
					"write it as exclude(group = \"group\", module = \"name\")");
		}
	}

	private String library(MatchResult declaration) {
		if (declaration.group(4) != null) {
			return "module " + declaration.group(4).replace(':', '/');
		}
		if (declaration.group(5) != null) {
			return declaration.group(5);
		}
		String coordinates = this.catalog.coordinates(declaration.group(3));
		return (coordinates != null) ? coordinates : "libs." + declaration.group(3) + " (not in the catalog)";
	}

	private static int end(String script, int start) {
		int depth = 1;
		int at = start;
		while (at < script.length() && depth > 0) {
			char character = script.charAt(at++);
			depth += (character == '{') ? 1 : (character == '}') ? -1 : 0;
		}
		return at - 1;
	}

}
