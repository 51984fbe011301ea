import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Fails when the Maven build and the Gradle build differ in a module, or in a dependency
 * of a module or its scope. Versions cannot differ: Gradle reads those of pom.xml.
 */
final class CompareBuilds {

	private static final Pattern ALIAS = Pattern.compile("(?m)^([\\w-]+) = \\{ module = \"(.+?)\" }");

	private static final Pattern DEPENDENCY = Pattern
		.compile("\"?(\\w+)\"?\\((?:(?:rootProject\\.)?libs\\.([\\w.]+)|project\\(\":([\\w-]+)\"\\))\\)");

	private final Path root;

	private CompareBuilds(Path root) {
		this.root = root;
	}

	public static void main(String[] args) throws Exception {
		CompareBuilds builds = new CompareBuilds(Path.of(args[0]));
		Set<String> maven = new TreeSet<>();
		builds.readMaven("", maven);
		Set<String> gradle = builds.readGradle();
		Set<String> both = new TreeSet<>(maven);
		both.retainAll(gradle);
		maven.stream().filter((fact) -> !both.contains(fact)).forEach((fact) -> System.out.println("Maven only: " + fact));
		gradle.stream().filter((fact) -> !both.contains(fact)).forEach((fact) -> System.out.println("Gradle only: " + fact));
		boolean same = maven.equals(gradle) && !both.isEmpty();
		System.out.println("compare-builds: " + (same ? "the same " + both.size() + " modules and dependencies" : "FAILED"));
		System.exit(same ? 0 : 1);
	}

	private void readMaven(String module, Set<String> facts) throws Exception {
		Path pom = this.root.resolve(module).resolve("pom.xml");
		Element project = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile()).getDocumentElement();
		for (Element dependency : children(project, "dependencies", "dependency")) {
			String library = text(dependency, "groupId") + ":" + text(dependency, "artifactId");
			String scope = text(dependency, "optional").equals("true") ? "optional" : text(dependency, "scope");
			facts.add(module + ": " + library + " " + (scope.isEmpty() ? "compile" : scope));
		}
		for (Element child : children(project, "modules", "module")) {
			String name = module.isEmpty() ? child.getTextContent() : module + "/" + child.getTextContent();
			facts.add("module " + name);
			readMaven(name, facts);
		}
	}

	private Set<String> readGradle() throws IOException {
		Set<String> facts = new TreeSet<>();
		String catalog = Files.readString(this.root.resolve("gradle/libs.versions.toml"));
		Matcher include = Pattern.compile("include\\(\"(.+?)\"\\)").matcher(Files.readString(this.root.resolve("settings.gradle.kts")));
		while (include.find()) {
			String module = include.group(1).replace(':', '/');
			facts.add("module " + module);
			Path parent = Path.of(module).getName(0);
			facts.add("module " + parent);
			Matcher dependency = DEPENDENCY.matcher(Files.readString(this.root.resolve(parent).resolve("build.gradle.kts")));
			List<String> compileOnly = new ArrayList<>();
			while (dependency.find()) {
				String library = (dependency.group(3) != null) ? "io.lockstarter:" + dependency.group(3)
						: module(catalog, dependency.group(2));
				switch (dependency.group(1)) {
					case "api", "implementation" -> facts.add(parent + ": " + library + " compile");
					case "runtimeOnly" -> facts.add(parent + ": " + library + " runtime");
					case "compileOnly" -> {
						compileOnly.add(library);
						facts.add(parent + ": " + library + " optional");
					}
					case "testImplementation" -> {
						if (!compileOnly.contains(library)) {
							facts.add(parent + ": " + library + " test");
						}
					}
					default -> {
						// Annotation processors are no dependencies in Maven.
					}
				}
			}
		}
		return facts;
	}

	private static String module(String catalog, String accessor) {
		return ALIAS.matcher(catalog)
			.results()
			.filter((alias) -> alias.group(1).replace('-', '.').equals(accessor))
			.map((alias) -> alias.group(2))
			.findFirst()
			.orElse("unknown alias " + accessor);
	}

	private static List<Element> children(Element element, String... path) {
		List<Element> found = List.of(element);
		for (String name : path) {
			List<Element> next = new ArrayList<>();
			for (Element parent : found) {
				for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
					if (child instanceof Element && child.getNodeName().equals(name)) {
						next.add((Element) child);
					}
				}
			}
			found = next;
		}
		return found;
	}

	private static String text(Element element, String name) {
		return children(element, name).stream().map(Node::getTextContent).findFirst().orElse("");
	}

}
