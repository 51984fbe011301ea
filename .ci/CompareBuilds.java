import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import static java.util.Map.entry;

/**
 * Fails if the Maven build and the Gradle build differ: in a module, a dependency or its
 * scope, a version, an argument of the compiler or of the JVMs of tests, the name of a
 * jar, or what is published. Each build is read as a set of facts.
 */
record CompareBuilds(Map.Entry<String, String> seed, Set<String> facts) {

	/** Where pom.xml has a fact, and its text: {} is the element, {@} its name, and {name} its child. */
	private static final Map<String, String> MAVEN = Map.ofEntries(entry("self::*[not(parent)]", "version {version}"),
			entry("url|licenses/license/*|developers/developer/*|scm/*", "publication: {@} {}"),
			entry("//path|dependencyManagement//dependency[not(type) and groupId!='io.lockstarter']",
					"version of {groupId}:{artifactId}: {version}"),
			entry("//plugin[starts-with(version,'$')]", "version of plugin {groupId}: {version}"),
			entry("//compilerArgs/arg", "compiler: {}"),
			entry("//configuration[parameters='true']", "compiler: -parameters"),
			entry("//configuration/release", "compiler: --release {}"),
			entry("self::*[parent]", "module ${module}"),
			entry("self::*[not(modules)]", "${module}: tests with ${argLine} on Spring Boot ${tested-boot.version}"),
			entry("self::*[properties/maven.deploy.skip='false']", "${module}: published as {description}"),
			entry("//sourceFileIncludes/include", "${module}: Javadoc of {}"),
			entry("build//Automatic-Module-Name", "${module}: jar is {}"),
			entry("build//systemPropertyVariables/*[.=concat('${',name(),'}') and name()!='tested-boot.version']",
					"${module}: option {@}={}"),
			entry("dependencies/dependency[not(scope|optional)]", "${module}: {groupId}:{artifactId} compile"),
			entry("dependencies/dependency[scope]", "${module}: {groupId}:{artifactId} {scope}"),
			entry("dependencies/dependency[optional='true']", "${module}: {groupId}:{artifactId} optional"),
			entry("build/plugins//path", "${module}: {groupId}:{artifactId} processor"));

	private static final Map<String, String> SCOPES = Map.of("api", "compile", "implementation", "compile", "compileOnly", "optional",
			"runtimeOnly", "runtime", "testImplementation", "test", "annotationProcessor", "processor");

	private static final Pattern DEPENDENCY = Pattern.compile("(\\w+)\\((.+?)\\)( \\{)?");

	/** Changes of the Gradle build for the self-test: in each file, the first match is replaced. */
	private static final Map<String, String> SEEDS = Map.ofEntries(entry("runtimeOnly\\(", "implementation("),
			entry("testImplementation\\(libs.+\\)", ""), entry("api\\(.+\\)", "api(\"group:name:1\")"),
			entry("annotationProcessor\\(", "kapt("), entry("include\\(\"lock-kotlin\"\\)", ""),
			entry("Automatic-Module-Name", "Name"), entry("lock.publishing", "lock.java"), entry("version=", "version=9."),
			entry("jmh = \"1", "jmh = \"2"), entry("javaformat = \"0", "javaformat = \"1"), entry("boot35 = \"3", "boot35 = \"4"),
			entry("java = \"17", "java = \"21"), entry(", version.ref = \"guava\"", ""), entry("\"-Werror\"", "\"-nowarn\""),
			entry("NullAway:ERROR", "NullAway:WARN"), entry("\"-parameters", "\"-verbose"), entry("AtLevel=1", "AtLevel=4"),
			entry("lockstarter/[*].java", "lockstarter/A.java"), entry("description = \"", "description = \"Not "),
			entry("seed\" to \"1", "seed\" to \"2"), entry("url = \"https", "url = \"http"));

	public static void main(String[] args) throws Exception {
		Set<String> gradle = new CompareBuilds(entry("^", ""), new TreeSet<>()).readGradle();
		Set<String> problems = new TreeSet<>();
		boolean selfTest = args.length > 0 && args[0].equals("--self-test");
		if (selfTest) {
			for (Map.Entry<String, String> seed : SEEDS.entrySet()) {
				if (new CompareBuilds(seed, new TreeSet<>()).readGradle().equals(gradle)) {
					problems.add("Not found: " + seed);
				}
			}
		}
		else {
			CompareBuilds maven = new CompareBuilds(entry("^", ""), new TreeSet<>());
			maven.readMaven("", Map.of("tested-boot.version", "${spring-boot.version}"));
			maven.facts.stream().filter((fact) -> !gradle.contains(fact)).map("Maven only: "::concat).forEach(problems::add);
			gradle.stream().filter((fact) -> !maven.facts.contains(fact)).map("Gradle only: "::concat).forEach(problems::add);
		}
		problems.forEach(System.out::println);
		String passed = selfTest ? "finds " + SEEDS.size() + " seeded differences" : "the same " + gradle.size() + " facts";
		System.out.println("compare-builds: " + (problems.isEmpty() ? passed : "FAILED"));
		System.exit(problems.isEmpty() ? 0 : 1);
	}

	private void readMaven(String module, Map<String, String> inherited) throws Exception {
		Path file = Path.of(module).resolve("pom.xml");
		Element pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
		Map<String, String> properties = new HashMap<>(inherited);
		properties.put("module", module);
		for (Element property : all(pom, "properties/*")) {
			properties.put(property.getTagName(), property.getTextContent());
		}
		for (Map.Entry<String, String> row : MAVEN.entrySet()) {
			for (Element element : all(pom, row.getKey())) {
				String fact = replace(row.getValue(), "(?<!\\$)\\{(.*?)}", (name) -> name.equals("@") ? element.getTagName()
						: name.isEmpty() ? element.getTextContent() : element.getElementsByTagName(name).item(0).getTextContent());
				while (fact.contains("${")) {
					fact = replace(fact, "\\$\\{(.*?)}", properties::get);
				}
				this.facts.add(fact);
			}
		}
		for (Element child : all(pom, "//modules/module")) {
			readMaven(Path.of(module).resolve(child.getTextContent()).toString(), properties);
		}
	}

	private static String replace(String text, String regex, Function<String, String> value) {
		return Pattern.compile(regex).matcher(text).replaceAll((match) -> Matcher.quoteReplacement(value.apply(match.group(1))));
	}

	private static List<Element> all(Element element, String path) throws Exception {
		NodeList nodes = (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, element, XPathConstants.NODESET);
		return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).map(Element.class::cast).toList();
	}

	private Set<String> readGradle() throws IOException {
		Map<String, String> versions = new HashMap<>();
		Map<String, String> libraries = new HashMap<>();
		String catalog = read("gradle/libs.versions.toml");
		find(catalog, "(?m)^([\\w-]+) = \"(.+)\"$").forEach((version) -> versions.put(version.group(1), version.group(2)));
		find(catalog, "(?m)^([\\w-]+) = \\{ (?:module|id) = \"(.+?)\"(?:, version.ref = \"(.+)\")? }$").forEach((library) -> {
			libraries.put("libs." + library.group(1).replace('-', '.'), library.group(2));
			libraries.put("library(\"" + library.group(1) + "\")", library.group(2));
			if (library.group(3) != null) {
				String name = library.group(2).replaceFirst("^(.+?)(:.+-gradle-plugin|\\.jvm)?$", "$1");
				this.facts.add("version of " + (name.contains(":") ? "" : "plugin ") + name + ": " + versions.get(library.group(3)));
			}
		});
		String java = conventions("java").replaceAll("\" \\+\\s+\"", "");
		add(java, "\"(-(?!-add|XX).+?)\"", "compiler: $1");
		add(java, "release = libs.findVersion\\(\"java\"\\)", "compiler: --release " + versions.get("java"));
		add(conventions("publishing"), "(\\w+) = \"(.+)\"", "publication: $1 $2");
		add(read("gradle.properties"), "version=(.+)", "version $1");
		String settings = read("settings.gradle.kts");
		Map<String, String> directories = new HashMap<>();
		find(settings, "project\\(\":(.+?)\"\\).projectDir = file\\(\"(.+?)\"\\)")
			.forEach((project) -> directories.put(project.group(1), project.group(2)));
		List<MatchResult> includes = find(settings, "include\\(\"(.+?)\"\\)");
		includes.forEach((include) -> libraries.put("project(\":" + include.group(1) + "\")", "io.lockstarter:" + include.group(1)));
		for (MatchResult include : includes) {
			String module = directories.getOrDefault(include.group(1), include.group(1));
			String script = read(module + "/build.gradle.kts");
			this.facts.add("module " + module);
			if (script.contains("lock.compatibility-conventions")) {
				String parent = Path.of(module).getParent().toString();
				this.facts.add("module " + parent);
				readDependencies(parent, conventions("compatibility"), libraries);
			}
			readDependencies(module, script, libraries);
			add(script, "(?s).*lock.publishing-conventions.*\ndescription = \"(.+?)\".*", module + ": published as $1");
			add(script, "\"(io/lockstarter/\\S+[.]java)\"", module + ": Javadoc of $1");
			add(script, "\"Automatic-Module-Name\" to \"(.+)\"", module + ": jar is $1");
			add(script, "\"([a-z]+[.]\\S+)\" to \"(.*?)\"", module + ": option $1=$2");
			String jvm = find(script + java, "jvmArgs = listOf\\(\"(.+)\"\\)").get(0).group(1);
			String boot = versions.getOrDefault(include.group(1).replaceAll(".*:|\\W", ""), versions.get("spring-boot"));
			this.facts.add(module + ": tests with " + jvm + " on Spring Boot " + boot);
		}
		return this.facts;
	}

	private void readDependencies(String module, String script, Map<String, String> libraries) {
		List<MatchResult> lines = find(script, "(?ms)^dependencies \\{$.*?^}$").stream()
			.flatMap((block) -> find(block.group(), "(?m)^ ++(?!//|}|exclude\\()(.+)$").stream())
			.toList();
		for (MatchResult line : lines) {
			Matcher dependency = DEPENDENCY.matcher(line.group(1));
			boolean known = dependency.matches() && SCOPES.containsKey(dependency.group(1)) && libraries.containsKey(dependency.group(2));
			this.facts.add(module + ": " + (known ? libraries.get(dependency.group(2)) + " " + SCOPES.get(dependency.group(1))
					: "cannot read " + line.group(1)));
		}
	}

	private String conventions(String name) throws IOException {
		return read("gradle/build-logic/src/main/kotlin/lock." + name + "-conventions.gradle.kts");
	}

	private String read(String file) throws IOException {
		return Files.readString(Path.of(file)).replaceFirst(this.seed.getKey(), this.seed.getValue());
	}

	private void add(String text, String regex, String fact) {
		find(text, regex).forEach((match) -> this.facts.add(match.group().replaceFirst(regex, fact)));
	}

	private static List<MatchResult> find(String text, String regex) {
		return Pattern.compile(regex).matcher(text).results().toList();
	}

}
