import java.nio.file.Path;
import java.util.List;

/**
 * Fails when the Maven build and the Gradle build differ in name, group, version or Java
 * release of the project, in a module, or in a dependency of a module, its scope, its
 * exclusions or its version. It does not compare plugins, compiler arguments and
 * annotation processors.
 */
final class CompareBuilds {

	private CompareBuilds() {
	}

	public static void main(String[] args) {
		List<String> differences = differences(Path.of(args[0]));
		differences.forEach((difference) -> System.out.println("compare-builds: " + difference));
		System.out.println(differences.isEmpty() ? "compare-builds: Maven and Gradle say the same"
				: "compare-builds: FAILED, differences: " + differences.size());
		System.exit(differences.isEmpty() ? 0 : 1);
	}

	static List<String> differences(Path root) {
		return Facts.differences(MavenBuild.read(root), GradleBuild.read(root)).stream().distinct().toList();
	}

}
