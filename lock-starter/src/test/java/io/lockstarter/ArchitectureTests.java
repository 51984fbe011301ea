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

import static org.assertj.core.api.Assertions.assertThat;

/** The arrows between packages, and that a wrong one would be seen. */
class ArchitectureTests {

	@Test
	void packagesImportOnlyWhatTheyMay() {
		JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.lockstarter")
			.that(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage("io.lockstarter.embedded..")));
		assertThat(classes).extracting(JavaClass::getPackageName)
			.contains("io.lockstarter", "io.lockstarter.core", "io.lockstarter.store", "io.lockstarter.redis");
		assertThat(violations("io.lockstarter", classes)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			upward       | Package 'store' may import of ours only []
			sideways     | Package 'redis' may import of ours only [store]
			shortcut     | Package 'annotation' may import of ours only
			api          | Package '' may import of ours only []
			wiring       | Package 'core' may import of ours only
			springincore | Package 'core' knows neither Spring nor Redis
			redisincore  | Package 'core' knows neither Spring nor Redis
			unknown      | Every package is listed in PackageRules
			cycle        | be free of cycles""")
	void aWrongArrowIsSeen(String fixture, String rule) {
		String root = "archfixture." + fixture;
		JavaClasses classes = new ClassFileImporter().importPackages(root);
		assertThat(violations(root, classes)).anySatisfy((broken) -> assertThat(broken).contains(rule));
	}

	@Test
	void rightArrowsAreLeftAlone() {
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
