package io.lockstarter;

import java.util.List;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.EvaluationResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Verifies the imports between packages, and that a forbidden import is detected. */
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

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			upward       | Package 'store' may import only []
			sideways     | Package 'redis' may import only [, store]
			shortcut     | Package 'aop' may import only
			backwards    | Package 'aop.definition' may import only
			ahead        | Package 'aop.aot' may import only
			entrance     | Package 'aop' may import only
			api          | Package '' may import only [internal]
			wiring       | Package 'engine' may import only
			springinengine | Package 'engine' knows neither Spring nor Redis
			redisinengine  | Package 'engine' knows neither Spring nor Redis
			unknown      | Every package is listed in PackageRules
			cycle        | be free of cycles""")
	void forbiddenImportIsDetected(String fixture, String rule) {
		String root = "archfixture." + fixture;
		JavaClasses classes = new ClassFileImporter().importPackages(root);
		assertThat(violations(root, classes)).anySatisfy((broken) -> assertThat(broken).contains(rule));
	}

	@ParameterizedTest
	@ValueSource(strings = { "AsksStore", "ReadsClock", "UsesExecutor", "UsesThread", "Logs" })
	void laneWithSideEffectsIsDetected(String type) {
		String root = "archfixture.impurelane";
		JavaClasses classes = new ClassFileImporter().importPackages(root)
			.that(DescribedPredicate.describe("is the one", (each) -> each.getSimpleName().equals(type)));
		assertThat(classes).hasSize(1);
		assertThat(violations(root, classes)).anySatisfy(
				(broken) -> assertThat(broken).contains("Package 'lane' has no store, thread, clock or logger"));
	}

	@Test
	void allowedImportsAreAccepted() {
		JavaClasses classes = new ClassFileImporter().importPackages("archfixture.clean");
		assertThat(classes).hasSize(3);
		assertThat(violations("archfixture.clean", classes)).isEmpty();
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
