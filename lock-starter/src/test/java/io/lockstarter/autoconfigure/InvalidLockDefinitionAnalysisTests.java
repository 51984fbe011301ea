package io.lockstarter.autoconfigure;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Checks the text that a user reads if an annotation is wrong. */
@ExtendWith(OutputCaptureExtension.class)
class InvalidLockDefinitionAnalysisTests {

	@Test
	void problemIsShownWithItsMethodAndItsFix(CapturedOutput output) {
		assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(() -> SpringApplication
			.run(Application.class, "--distributed-lock.store=memory", "--spring.main.web-application-type=none"));
		assertThat(output)
			.contains(
					"""
							Description:

							@DistributedLock cannot work as it is defined (1 problem):

							  - %s.ship(long): key = "order:#<ide>": there is no parameter 'ide'; Application.ship has id (at index 8)
							    Fix: did you mean 'id'? (to put text right after a name: #<id>text)

							Action:

							Change each method above"""
						.formatted(Application.class.getName()))
			.doesNotContain("Caused by");
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class })
	static class Application {

		@DistributedLock(key = "order:#<ide>")
		public void ship(long id) {
		}

	}

}
