import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one build says, as subject and value, both in words that do not depend on the
 * build tool. The subject names the files of both builds, so that a difference says where
 * to look.
 */
final class Facts {

	private final Map<String, String> values = new TreeMap<>();

	private final List<String> unreadable = new ArrayList<>();

	void project(String pomElement, String gradlePlace, String value) {
		this.values.put("pom.xml <%s> / %s".formatted(pomElement, gradlePlace), value);
	}

	void module(String module) {
		this.values.put("pom.xml <module> / settings.gradle.kts include(\"%s\")".formatted(module), "this module");
	}

	void version(String name, String version) {
		this.values.put("pom.xml <%1$s.version> / gradle/libs.versions.toml %1$s".formatted(name), version);
	}

	void libraryVersion(String library, String version) {
		this.values.put("pom.xml <dependencyManagement> / gradle/libs.versions.toml [libraries], version of " + library,
				version);
	}

	void dependency(String module, String library, String scope) {
		this.values.put("%1$s/pom.xml / %1$s/build.gradle.kts, scope of %2$s".formatted(module, library), scope);
	}

	/** What cannot be read cannot be compared, so it counts as a difference. */
	void unreadable(String file, String text, String remedy) {
		this.unreadable.add("%s: cannot compare `%s`; %s".formatted(file, text.strip(), remedy));
	}

	static List<String> differences(Facts maven, Facts gradle) {
		List<String> differences = new ArrayList<>(maven.unreadable);
		differences.addAll(gradle.unreadable);
		TreeSet<String> subjects = new TreeSet<>(maven.values.keySet());
		subjects.addAll(gradle.values.keySet());
		for (String subject : subjects) {
			String inMaven = maven.values.get(subject);
			String inGradle = gradle.values.get(subject);
			if (inGradle == null) {
				differences.add("%s: Maven has %s, Gradle has none; add it to Gradle or drop it from Maven"
					.formatted(subject, inMaven));
			}
			else if (inMaven == null) {
				differences.add("%s: Gradle has %s, Maven has none; add it to Maven or drop it from Gradle"
					.formatted(subject, inGradle));
			}
			else if (!inMaven.equals(inGradle)) {
				differences
					.add("%s: Maven has %s, Gradle has %s; make them the same".formatted(subject, inMaven, inGradle));
			}
		}
		return differences;
	}

}
