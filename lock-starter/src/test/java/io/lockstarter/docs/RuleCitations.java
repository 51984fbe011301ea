package io.lockstarter.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Compares the rules that files cite with the sections of {@code docs/protocol.md}.
 */
final class RuleCitations {

	/** A line break in a comment, with the marker at the start of the next line. */
	private static final Pattern BREAK = Pattern.compile("\\R[ \\t]*(?:\\*(?!/)|//|--|#|>)?[ \\t]*");

	private static final Pattern CITATION = Pattern.compile("\\b([Rr]ules?) ([A-Z])\\b(?: \\(([^()]*)\\))?");

	private static final Pattern SECTION = Pattern.compile("(?m)^### Rule ([A-Z]): (.+)$");

	private final Map<String, String> sections = new TreeMap<>();

	private final TreeSet<String> citedInCode = new TreeSet<>();

	private final List<String> problems = new ArrayList<>();

	RuleCitations(String page) {
		SECTION.matcher(page).results().forEach((section) -> {
			if (this.sections.put(section.group(1), section.group(2)) != null) {
				this.problems.add("the page has two sections for the letter " + section.group(1));
			}
		});
		read("the page", SECTION.matcher(page).replaceAll(""), false);
	}

	/**
	 * Reads the citations of a file.
	 * @param file the name of the file
	 * @param text its text
	 * @param code whether it is code of the library: each section needs such a citation
	 */
	void read(String file, String text, boolean code) {
		Matcher citation = CITATION.matcher(BREAK.matcher(text).replaceAll(" "));
		while (citation.find()) {
			String letter = citation.group(2);
			String problem = problem(citation.group(1), this.sections.get(letter), citation.group(3));
			if (problem != null) {
				this.problems.add(file + ": '" + citation.group() + "': " + problem);
			}
			else if (code) {
				this.citedInCode.add(letter);
			}
		}
	}

	private static @Nullable String problem(String word, @Nullable String section, @Nullable String name) {
		if (word.endsWith("s")) {
			return "cite each rule by itself";
		}
		if (section == null) {
			return "docs/protocol.md has no such section";
		}
		if (name == null) {
			return "the name is missing: (" + section + ")";
		}
		return name.equals(section) ? null : "the name is (" + section + ")";
	}

	/** Returns the problems, after all files were read. */
	List<String> problems() {
		List<String> all = new ArrayList<>(this.problems);
		this.sections.forEach((letter, name) -> {
			if (!this.citedInCode.contains(letter)) {
				all.add("no code cites the section " + letter + ": " + name);
			}
		});
		return all;
	}

	int sections() {
		return this.sections.size();
	}

}
