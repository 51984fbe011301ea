import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Fails if the Maven build and the Gradle build differ: in a module, in a dependency or
 * its scope, in the module name of a jar, in the published modules, or in the version of
 * the project. Versions of dependencies cannot differ, because Gradle reads them from
 * pom.xml.
 */
final class CompareBuilds {

	private static final Pattern ALIAS = Pattern.compile("(?m)^([\\w-]+) = \\{ module = \"(.+?)\" }");

	private static final Pattern DEPENDENCY = Pattern
		.compile("\"?(\\w+)\"?\\((?:(?:rootProject\\.)?libs\\.([\\w.]+)|project\\(\":([\\w-]+)\"\\))\\)");

	private static final Pattern MODULE_NAME = Pattern.compile("<automatic-module-name>(.+?)</automatic-module-name>");

	/** A block of dependencies, up to the brace with the same indentation as its start. */
	private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)dependencies \\{$(.*?)^\\1}$");

	private static final Pattern READABLE = Pattern
		.compile("|//.*|}|exclude\\(.*\\)|" + DEPENDENCY.pattern() + "( \\{)?( *//.*)?");

	private final Path root;

	private CompareBuilds(Path root) {
		this.root = root;
	}

	public static void main(String[] args) throws Exception {
		CompareBuilds builds = new CompareBuilds(Path.of(args[0]));
		Set<String> maven = new TreeSet<>();
		builds.readMaven("", maven);
		maven.add("version " + text(parse(builds.root.resolve("pom.xml")), "version"));
		if (args.length > 1 && args[1].equals("--self-test")) {
			builds.selfTest(maven);
			return;
		}
		Set<String> gradle = builds.readGradle((script) -> script);
		Set<String> both = new TreeSet<>(maven);
		both.retainAll(gradle);
		maven.stream().filter((fact) -> !both.contains(fact)).forEach((fact) -> System.out.println("Maven only: " + fact));
		gradle.stream().filter((fact) -> !both.contains(fact)).forEach((fact) -> System.out.println("Gradle only: " + fact));
		boolean same = maven.equals(gradle) && !both.isEmpty();
		System.out.println("compare-builds: " + (same ? "the same " + both.size() + " modules and dependencies" : "FAILED"));
		System.exit(same ? 0 : 1);
	}

	/** Changes the Gradle scripts in several ways, and checks that each difference is found. */
	private void selfTest(Set<String> maven) throws IOException {
		List<UnaryOperator<String>> seeds = List.of((script) -> script.replace("runtimeOnly(", "implementation("),
				(script) -> script.replaceFirst("testImplementation\\(libs.+\\)", ""),
				(script) -> script.replace("dependencies {\n", "dependencies {\nimplementation(\"group:name:1\")\n"),
				(script) -> script.replace("annotationProcessor(", "kapt("),
				(script) -> script.replace("attributes(\"Automatic-Module-Name\" to name)", ""),
				(script) -> script.replace("`maven-publish`", ""), (script) -> script.replace("version=", "version=9."));
		for (UnaryOperator<String> seed : seeds) {
			if (readGradle(seed).equals(maven)) {
				System.out.println("compare-builds: FAILED, does not find difference " + seeds.indexOf(seed));
				System.exit(1);
			}
		}
		System.out.println("compare-builds: finds " + seeds.size() + " seeded differences");
	}

	private void readMaven(String module, Set<String> facts) throws Exception {
		Path pom = this.root.resolve(module).resolve("pom.xml");
		Element project = parse(pom);
		for (Element dependency : children(project, "dependencies", "dependency")) {
			String library = text(dependency, "groupId") + ":" + text(dependency, "artifactId");
			String scope = text(dependency, "optional").equals("true") ? "optional" : text(dependency, "scope");
			facts.add(module + ": " + library + " " + (scope.isEmpty() ? "compile" : scope));
		}
		children(project, "build", "plugins", "plugin", "configuration", "archive", "manifestEntries", "Automatic-Module-Name")
			.forEach((entry) -> facts.add(module + ": jar is " + resolved(project, entry.getTextContent())));
		if (children(project, "properties", "maven.deploy.skip").stream().anyMatch((skip) -> skip.getTextContent().equals("false"))) {
			facts.add(module + ": published");
		}
		for (Element child : children(project, "modules", "module")) {
			String name = module.isEmpty() ? child.getTextContent() : module + "/" + child.getTextContent();
			facts.add("module " + name);
			readMaven(name, facts);
		}
	}

	private static Element parse(Path pom) throws Exception {
		return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile()).getDocumentElement();
	}

	/** Replaces a property of the same pom.xml with its value. */
	private static String resolved(Element project, String text) {
		Matcher property = Pattern.compile("\\$\\{(.+)}").matcher(text);
		return property.matches() ? children(project, "properties", property.group(1)).get(0).getTextContent() : text;
	}

	private Set<String> readGradle(UnaryOperator<String> edit) throws IOException {
		Set<String> facts = new TreeSet<>();
		edit.apply(Files.readString(this.root.resolve("gradle.properties")))
			.lines()
			.filter((line) -> line.startsWith("version="))
			.forEach((line) -> facts.add(line.replace('=', ' ')));
		// The root script sets the module name of every jar whose pom.xml has one.
		boolean names = edit.apply(Files.readString(this.root.resolve("build.gradle.kts")))
			.contains("manifest.attributes(\"Automatic-Module-Name\" to name)");
		String catalog = Files.readString(this.root.resolve("gradle/libs.versions.toml"));
		Matcher include = Pattern.compile("include\\(\"(.+?)\"\\)").matcher(Files.readString(this.root.resolve("settings.gradle.kts")));
		while (include.find()) {
			String module = include.group(1).replace(':', '/');
			facts.add("module " + module);
			Path parent = Path.of(module).getName(0);
			facts.add("module " + parent);
			String script = edit.apply(Files.readString(this.root.resolve(parent).resolve("build.gradle.kts")));
			if (script.contains("`maven-publish`")) {
				facts.add(parent + ": published");
			}
			readDependencies(parent.toString(), script, catalog, facts);
			Path own = this.root.resolve(module).resolve("build.gradle.kts");
			if (!parent.toString().equals(module) && Files.exists(own)) {
				readDependencies(module, edit.apply(Files.readString(own)), catalog, facts);
			}
			if (names) {
				MODULE_NAME.matcher(Files.readString(this.root.resolve(module).resolve("pom.xml")))
					.results()
					.forEach((name) -> facts.add(module + ": jar is " + name.group(1)));
			}
		}
		return facts;
	}

	private static void readDependencies(String owner, String script, String catalog, Set<String> facts) {
		BLOCK.matcher(script).results().flatMap((block) -> block.group(2).lines().map(String::strip))
			.filter((line) -> !READABLE.matcher(line).matches())
			.forEach((line) -> facts.add(owner + ": cannot read " + line));
		Matcher dependency = DEPENDENCY.matcher(script);
		List<String> compileOnly = new ArrayList<>();
		while (dependency.find()) {
			String library = (dependency.group(3) != null) ? "io.lockstarter:" + dependency.group(3)
					: module(catalog, dependency.group(2));
			switch (dependency.group(1)) {
				case "api", "implementation" -> facts.add(owner + ": " + library + " compile");
				case "runtimeOnly" -> facts.add(owner + ": " + library + " runtime");
				case "compileOnly" -> {
					compileOnly.add(library);
					facts.add(owner + ": " + library + " optional");
				}
				case "testImplementation" -> {
					if (!compileOnly.contains(library)) {
						facts.add(owner + ": " + library + " test");
					}
				}
				case "annotationProcessor" -> {
					// This is not a dependency in Maven.
				}
				default -> facts.add(owner + ": unknown configuration " + dependency.group(1));
			}
		}
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
