package io.lockstarter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import org.springframework.core.annotation.AliasFor;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Defines which package may import which other package, below a root. The name of the
 * root, which is the API, is "". A package that is not listed is refused, so that each
 * new package gets its rule.
 */
final class PackageRules {

	private static final Map<String, Set<String>> ALLOWED_IMPORTS = Map.ofEntries(Map.entry("", Set.of("internal")),
			Map.entry("internal", Set.of()), Map.entry("store", Set.of("")), Map.entry("lane", Set.of("", "store")),
			Map.entry("engine", Set.of("", "internal", "lane", "store")), Map.entry("memory", Set.of("", "store")),
			Map.entry("redis", Set.of("", "store")), Map.entry("redlock", Set.of("redis", "store")),
			Map.entry("aop", Set.of("")), Map.entry("aop.key", Set.of("")),
			Map.entry("aop.definition", Set.of("", "aop.key")),
			Map.entry("aop.call", Set.of("", "internal", "engine", "reactive", "aop", "aop.key", "aop.definition")),
			Map.entry("aop.check", Set.of("", "aop", "aop.definition", "aop.call")),
			Map.entry("aop.aot", Set.of("", "aop.key", "aop.definition")),
			Map.entry("reactive", Set.of("", "internal", "engine")),
			Map.entry("transaction", Set.of("", "internal", "reactive", "aop", "aop.call")),
			Map.entry("jdbc", Set.of("")), Map.entry("observability.metrics", Set.of("", "engine", "store")),
			Map.entry("observability.tracing", Set.of("", "engine")),
			Map.entry("observability.diagnosis", Set.of("", "engine", "store")),
			Map.entry("observability.actuator", Set.of("", "internal", "engine", "observability.diagnosis")),
			Map.entry("leader", Set.of("", "engine", "internal")),
			Map.entry("integration", Set.of("", "internal", "engine")), Map.entry("web", Set.of("")),
			Map.entry("client", Set.of("", "engine", "redis", "store")));

	// These packages connect the others, so no other package may import them.
	private static final Set<String> TOP = Set.of("autoconfigure");

	private static final List<String> PURE = List.of("", "internal", "store", "lane", "engine", "memory");

	private final String root;

	PackageRules(String root) {
		this.root = root;
	}

	List<ArchRule> all() {
		List<ArchRule> rules = new ArrayList<>();
		ALLOWED_IMPORTS.forEach((name, targets) -> rules.add(allowedImports(name, targets)));
		PURE.forEach((name) -> rules.add(pure(name)));
		rules.add(lane());
		rules.add(known());
		rules.add(noCycles());
		return rules;
	}

	ArchRule allowedImports(String name, Set<String> targets) {
		DescribedPredicate<JavaClass> ours = resideInAPackage(this.root + "..");
		DescribedPredicate<JavaClass> allowed = in(name);
		for (String target : targets) {
			allowed = allowed.or(in(target));
		}
		return noClasses().that(in(name))
			.should()
			.dependOnClassesThat(ours.and(DescribedPredicate.not(allowed)))
			.as("Package '" + name + "' may import only " + new TreeSet<>(targets))
			.allowEmptyShould(true);
	}

	ArchRule pure(String name) {
		// Only AliasFor can declare that two attributes of an annotation are the same.
		DescribedPredicate<JavaClass> impure = resideInAnyPackage("org.springframework..", "io.lettuce..",
				"redis.clients..")
			.and(DescribedPredicate.not(equivalentTo(AliasFor.class)));
		return noClasses().that(in(name))
			.should()
			.dependOnClassesThat(impure)
			.as("Package '" + name + "' knows neither Spring nor Redis")
			.allowEmptyShould(true);
	}

	/**
	 * Keeps the lane free of side effects, so that virtual time can test its decisions.
	 */
	ArchRule lane() {
		DescribedPredicate<JavaClass> acts = assignableTo(Executor.class).or(assignableTo(Thread.class))
			.or(resideInAPackage("org.slf4j.."))
			.or(name(this.root + ".store.LockStore"))
			.or(name(this.root + ".store.AsyncLockStore"));
		DescribedPredicate<JavaMethodCall> readsClock = describe("reads a clock",
				(call) -> call.getName().equals("nanos") || call.getTargetOwner().isEquivalentTo(System.class));
		return noClasses().that(in("lane"))
			.should()
			.dependOnClassesThat(acts)
			.orShould()
			.callMethodWhere(readsClock)
			.as("Package 'lane' has no store, thread, clock or logger")
			.allowEmptyShould(true);
	}

	ArchRule known() {
		DescribedPredicate<JavaClass> known = in("");
		for (String name : ALLOWED_IMPORTS.keySet()) {
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
		return name.isEmpty() ? resideInAPackage(this.root)
				: resideInAPackage(this.root + "." + name + (hasListedSubpackages(name) ? "" : ".."));
	}

	/** Returns whether the subpackages of a package have rules of their own. */
	private static boolean hasListedSubpackages(String name) {
		return ALLOWED_IMPORTS.keySet().stream().anyMatch((listed) -> listed.startsWith(name + "."));
	}

	/**
	 * Makes one slice per package. A pattern would not include the API. The packages of
	 * the auto-configuration are one slice, since its properties check themselves.
	 */
	private static final class ByPackage implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
			return SliceIdentifier.of(javaClass.getPackageName().replaceFirst("(\\.autoconfigure)\\..+", "$1"));
		}

		@Override
		public String getDescription() {
			return "packages";
		}

	}

}
