import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Reads the facts out of the settings, the properties, the catalog and the build scripts,
 * as text.
 */
final class GradleBuild {

	private final Facts facts = new Facts();

	private final Path root;

	private GradleBuild(Path root) {
		this.root = root;
	}

	static Facts read(Path root) {
		return new GradleBuild(root).facts();
	}

	private Facts facts() {
		String settings = script("settings.gradle.kts");
		String properties = text("gradle.properties");
		String parent = script("build.gradle.kts");
		Catalog catalog = new Catalog(text("gradle/libs.versions.toml"), this.facts);
		project("groupId", "gradle.properties group", "(?m)^group *= *(\\S+)", properties);
		project("artifactId", "settings.gradle.kts rootProject.name", "rootProject\\.name *= *\"([^\"]+)\"", settings);
		project("version", "gradle.properties version", "(?m)^version *= *(\\S+)", properties);
		project("release", "build.gradle.kts options.release", "options\\.release *= *(.+)", parent);
		noVersion("build.gradle.kts", parent);
		for (MatchResult include : find("\\binclude\\s*\\(([^)]*)\\)", settings)) {
			for (MatchResult path : find("\":?([^\"]+)\"", include.group(1))) {
				String module = path.group(1).replace(':', '/');
				String script = script(module + "/build.gradle.kts");
				this.facts.module(module);
				noVersion(module + "/build.gradle.kts", script);
				Dependencies dependencies = new Dependencies(module, catalog, this.facts);
				dependencies.read("build.gradle.kts", parent);
				dependencies.read(module + "/build.gradle.kts", script);
				dependencies.report();
			}
		}
		return this.facts;
	}

	private void project(String pomElement, String place, String pattern, String text) {
		find(pattern, text).forEach((match) -> this.facts.project(pomElement, place,
				match.group(1)
					.replaceFirst("^(?:rootProject\\.)?libs\\.versions\\.([\\w.]+?)\\.get\\(\\)\\.toInt\\(\\)$",
							"the version named $1")));
	}

	private void noVersion(String file, String script) {
		find("(?m)^.*\\bversion\\b *=? *\".*$", script).forEach((line) -> this.facts.unreadable(file, line.group(),
				"keep versions in gradle.properties and gradle/libs.versions.toml"));
	}

	private String script(String file) {
		return text(file).replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("(?m)(^|\\s)//.*$", "");
	}

	private String text(String file) {
		Path path = this.root.resolve(file);
		try {
			return Files.exists(path) ? Files.readString(path) : "";
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static List<MatchResult> find(String pattern, String text) {
		return Pattern.compile(pattern).matcher(text).results().toList();
	}

}
