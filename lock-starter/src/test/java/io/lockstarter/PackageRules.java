package io.lockstarter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import org.springframework.core.annotation.AliasFor;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Which package may import which, below a root. The root itself is the API, under the
 * name of "". A package that is not listed is refused, so that a new one gets its arrows.
 */
final class PackageRules {

	private static final Map<String, Set<String>> ARROWS = Map.ofEntries(Map.entry("", Set.of()),
			Map.entry("store", Set.of("")), Map.entry("key", Set.of("")), Map.entry("internal", Set.of("")),
			Map.entry("core", Set.of("", "internal", "store")), Map.entry("watchdog", Set.of("store")),
			Map.entry("memory", Set.of("store")), Map.entry("redis", Set.of("store")),
			Map.entry("redlock", Set.of("redis", "store")), Map.entry("annotation", Set.of("", "internal", "key")),
			Map.entry("transaction", Set.of("", "annotation")), Map.entry("fencing", Set.of("")));

	// Whatever it is that they wire or plug in, nobody imports them.
	private static final Set<String> TOP = Set.of("autoconfigure");

	private static final List<String> PURE = List.of("", "internal", "store", "core", "watchdog", "memory");

	private final String root;

	PackageRules(String root) {
		this.root = root;
	}

	List<ArchRule> all() {
		List<ArchRule> rules = new ArrayList<>();
		ARROWS.forEach((name, targets) -> rules.add(arrows(name, targets)));
		PURE.forEach((name) -> rules.add(pure(name)));
		rules.add(known());
		rules.add(noCycles());
		return rules;
	}

	ArchRule arrows(String name, Set<String> targets) {
		DescribedPredicate<JavaClass> ours = resideInAPackage(this.root + "..");
		DescribedPredicate<JavaClass> allowed = in(name);
		for (String target : targets) {
			allowed = allowed.or(in(target));
		}
		return noClasses().that(in(name))
			.should()
			.dependOnClassesThat(ours.and(DescribedPredicate.not(allowed)))
			.as("Package '" + name + "' may import of ours only " + targets)
			.allowEmptyShould(true);
	}

	ArchRule pure(String name) {
		// An annotation has no other way to say that two of its attributes are one.
		DescribedPredicate<JavaClass> impure = resideInAnyPackage("org.springframework..", "io.lettuce..",
				"redis.clients..")
			.and(DescribedPredicate.not(equivalentTo(AliasFor.class)));
		return noClasses().that(in(name))
			.should()
			.dependOnClassesThat(impure)
			.as("Package '" + name + "' knows neither Spring nor Redis")
			.allowEmptyShould(true);
	}

	ArchRule known() {
		DescribedPredicate<JavaClass> known = in("");
		for (String name : ARROWS.keySet()) {
			known = known.or(in(name));
		}
		for (String name : TOP) {
			known = known.or(in(name));
		}
		return noClasses().should(be(DescribedPredicate.not(known))).as("Every package is listed in PackageRules");
	}

	ArchRule noCycles() {
		return SlicesRuleDefinition.slices().assignedFrom(new ByPackage()).should().beFreeOfCycles();
	}

	private DescribedPredicate<JavaClass> in(String name) {
		return name.isEmpty() ? resideInAPackage(this.root) : resideInAPackage(this.root + "." + name + "..");
	}

	/** One slice per package; the API is one too, which a pattern would leave out. */
	private static final class ByPackage implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
			return SliceIdentifier.of(javaClass.getPackageName());
		}

		@Override
		public String getDescription() {
			return "packages";
		}

	}

}
