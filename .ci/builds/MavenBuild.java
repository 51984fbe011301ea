import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Reads the facts out of the root's and the modules' pom.xml. Modules of profiles count,
 * dependencies of profiles do not: they are there for one run, and Gradle has no like of
 * them.
 */
final class MavenBuild {

	private final Facts facts = new Facts();

	/** Coordinates of our own modules, with the path of each. */
	private final Map<String, String> own = new LinkedHashMap<>();

	static Facts read(Path root) {
		return new MavenBuild().facts(root);
	}

	private Facts facts(Path root) {
		Pom parent = Pom.read(root.resolve("pom.xml"));
		this.facts.project("groupId", "gradle.properties group", parent.text("groupId"));
		this.facts.project("artifactId", "settings.gradle.kts rootProject.name", parent.text("artifactId"));
		this.facts.project("version", "gradle.properties version", parent.text("version"));
		parent.anywhere("release")
			.forEach((release) -> this.facts.project("release", "build.gradle.kts options.release",
					reference(release.text())));
		Map<String, Pom> modules = new LinkedHashMap<>();
		for (Pom module : parent.anywhere("module")) {
			Pom pom = Pom.read(root.resolve(module.text()).resolve("pom.xml"));
			modules.put(module.text(), pom);
			this.own.put(parent.text("groupId") + ":" + pom.text("artifactId"), module.text());
		}
		versions(parent);
		modules.forEach((module, pom) -> {
			this.facts.module(module);
			versions(pom);
			dependencies(module, parent);
			dependencies(module, pom);
		});
		return this.facts;
	}

	private void versions(Pom pom) {
		for (Pom property : pom.children("properties")) {
			if (property.name().endsWith(".version")) {
				this.facts.version(property.name().replaceFirst("\\.version$", ""), property.text());
			}
		}
		List<Pom> versioned = new ArrayList<>(pom.children("dependencyManagement", "dependencies"));
		versioned.addAll(pom.children("dependencies"));
		for (Pom dependency : versioned) {
			if (!dependency.text("version").isEmpty() && !this.own.containsKey(dependency.coordinates())) {
				this.facts.libraryVersion(dependency.coordinates(), reference(dependency.text("version")));
			}
		}
	}

	private void dependencies(String module, Pom pom) {
		for (Pom managed : pom.children("dependencyManagement", "dependencies")) {
			if (managed.text("scope").equals("import")) {
				this.facts.dependency(module, managed.coordinates(), "import");
			}
		}
		for (Pom dependency : pom.children("dependencies")) {
			String path = this.own.get(dependency.coordinates());
			this.facts.dependency(module, (path != null) ? "module " + path : dependency.coordinates(),
					scope(dependency));
		}
	}

	private static String scope(Pom dependency) {
		String scope = dependency.text("scope").isEmpty() ? "compile" : dependency.text("scope");
		if (dependency.text("optional").equals("true")) {
			scope = scope.equals("compile") ? "optional" : "optional " + scope;
		}
		else if (scope.equals("provided")) {
			// Gradle has one word for both, compileOnly
			scope = "optional";
		}
		TreeSet<String> excluded = new TreeSet<>();
		dependency.children("exclusions").forEach((exclusion) -> excluded.add(exclusion.coordinates()));
		return scope + (excluded.isEmpty() ? "" : " without " + excluded);
	}

	private static String reference(String version) {
		return version.replaceFirst("^\\$\\{(.+)\\.version}$", "the version named $1");
	}

}
