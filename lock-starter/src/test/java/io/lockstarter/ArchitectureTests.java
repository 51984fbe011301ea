package io.lockstarter;

import java.util.List;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Verifies the imports between packages, and that a forbidden import is found. */
class ArchitectureTests {

	@Test
	void packagesImportOnlyAllowedPackages() {
		JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.lockstarter")
			.that(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage("io.lockstarter.embedded..")));
		assertThat(classes).extracting(JavaClass::getPackageName)
			.contains("io.lockstarter", "io.lockstarter.lane", "io.lockstarter.engine", "io.lockstarter.store",
					"io.lockstarter.redis");
		assertThat(violations("io.lockstarter", classes)).isEmpty();
	}

	@Test
	void eachRuleFindsItsViolation() {
		JavaClasses classes = new ClassFileImporter().importPackages("archfixture");
		assertThat(new PackageRules("archfixture").all()).filteredOn((rule) -> rule.evaluate(classes).hasViolation())
			.extracting(ArchRule::getDescription)
			.containsExactlyInAnyOrder("Package 'store' may import only []",
					"Package 'engine' knows neither Spring nor Redis",
					"Package 'lane' has no store, thread, clock or logger", "Every package is listed in PackageRules",
					"slices assigned from packages should be free of cycles");
	}

	private static List<String> violations(String root, JavaClasses classes) {
		return new PackageRules(root).all()
			.stream()
			.map((rule) -> rule.evaluate(classes))
			.filter(EvaluationResult::hasViolation)
			.map((result) -> result.getFailureReport().toString())
			.toList();
	}

}
