import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads gradle/libs.versions.toml: its versions become facts, its libraries can be looked
 * up by accessor.
 */
final class Catalog {

	private static final String FILE = "gradle/libs.versions.toml";

	private static final Pattern VERSION = Pattern.compile("([\\w.-]+) *= *\"([^\"]+)\"");

	private static final Pattern LIBRARY = Pattern
		.compile("([\\w.-]+) *= *\\{ *module *= *\"([^\"]+)\"(?: *, *version(\\.ref)? *= *\"([^\"]+)\")? *}");

	private static final Pattern PLUGIN = Pattern
		.compile("[\\w.-]+ *= *\\{ *id *= *\"[^\"]+\" *, *version\\.ref *= *\"[^\"]+\" *}");

	private final Map<String, String> libraries = new LinkedHashMap<>();

	private final Facts facts;

	Catalog(String text, Facts facts) {
		this.facts = facts;
		String section = "";
		for (String line : text.lines().map(String::strip).toList()) {
			if (line.startsWith("[")) {
				section = line;
			}
			else if (!line.isEmpty() && !line.startsWith("#") && !read(section, line)) {
				facts.unreadable(FILE, line, "write it like its neighbours, a plugin's version as version.ref");
			}
		}
	}

	/** The coordinates behind {@code libs.archunit.junit5}, or null. */
	String coordinates(String accessor) {
		return this.libraries.get(accessor);
	}

	private boolean read(String section, String line) {
		Matcher version = VERSION.matcher(line);
		Matcher library = LIBRARY.matcher(line);
		if (section.equals("[versions]") && version.matches()) {
			this.facts.version(version.group(1), version.group(2));
			return true;
		}
		if (section.equals("[libraries]") && library.matches()) {
			this.libraries.put(library.group(1).replaceAll("[-_]", "."), library.group(2));
			if (library.group(4) != null) {
				this.facts.libraryVersion(library.group(2),
						(library.group(3) != null) ? "the version named " + library.group(4) : library.group(4));
			}
			return true;
		}
		return section.equals("[plugins]") && PLUGIN.matcher(line).matches();
	}

}
