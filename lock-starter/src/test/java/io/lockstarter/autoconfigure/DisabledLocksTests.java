package io.lockstarter.autoconfigure;

import java.util.Arrays;
import java.util.List;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockService;
import io.lockstarter.aop.check.DisabledLocksChecker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tests applications with disabled locks. */
@ExtendWith(OutputCaptureExtension.class)
class DisabledLocksTests {

	private static ApplicationContextRunner disabled(Class<?>... beans) {
		return new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class,
							LockTransactionAutoConfiguration.class, DisabledLockAutoConfiguration.class))
			.withUserConfiguration(beans)
			.withPropertyValues("distributed-lock.enabled=false");
	}

	@Test
	void onlyTheDefinitionCheckerIsDefined() {
		disabled().run((context) -> {
			List<String> ours = Arrays.stream(context.getBeanDefinitionNames())
				.filter((name) -> name.startsWith("distributedLock"))
				.toList();
			assertThat(ours).containsExactly("distributedLockDefinitionChecker");
			assertThat(context).hasSingleBean(DisabledLocksChecker.class);
		});
	}

	@Test
	void annotatedMethodsRunWithoutLocks() {
		disabled(Plain.class).run((context) -> assertThat(context.getBean(Plain.class).pay(42)).isEqualTo(42));
	}

	@Test
	void methodThatNeedsItsHandleIsRefused() {
		disabled(WithHandle.class).run((context) -> assertThat(context).getFailure()
			.isInstanceOf(InvalidLockDefinitionException.class)
			.hasMessageContaining("WithHandle.pay")
			.hasMessageContaining("distributed-lock.enabled=false switches the locks off")
			.hasMessageContaining("distributed-lock.store=memory"));
	}

	@Test
	void beanThatNeedsALockServiceIsExplained(CapturedOutput output) {
		SpringApplication application = new SpringApplication(NeedsLockService.class);
		application.setRegisterShutdownHook(false);
		application.setWebApplicationType(WebApplicationType.NONE);
		assertThatThrownBy(() -> application.run("--distributed-lock.enabled=false")).isNotNull();
		assertThat(output)
			.contains("A bean needs a LockService, but there is none, because distributed-lock.enabled=false disables")
			.contains(
					"To run without Redis, set distributed-lock.store=memory instead of distributed-lock.enabled=false")
			.contains("Inject ObjectProvider<LockService>");
	}

	@Test
	void providerOfALockServiceIsEmpty() {
		disabled().run((context) -> {
			ObjectProvider<LockService> provider = context.getBeanProvider(LockService.class);
			assertThat(provider.getIfAvailable()).isNull();
		});
	}

	@Test
	void missingLockServiceIsNotExplainedIfLocksAreEnabled(CapturedOutput output) {
		SpringApplication application = new SpringApplication(WithoutAutoConfiguration.class);
		application.setRegisterShutdownHook(false);
		application.setWebApplicationType(WebApplicationType.NONE);
		assertThatThrownBy(() -> application.run()).isNotNull();
		assertThat(output).contains("APPLICATION FAILED TO START").doesNotContain("disables the distributed locks");
	}

	static class Plain {

		@DistributedLock(key = "order:#<id>")
		public long pay(long id) {
			return id;
		}

	}

	static class WithHandle {

		@DistributedLock(key = "order:#<id>")
		public void pay(long id, @Nullable LockHandle lock) {
		}

	}

	static class Consumer {

		Consumer(LockService locks) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DisabledLockAutoConfiguration.class })
	@Import(Consumer.class)
	static class NeedsLockService {

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Consumer.class)
	static class WithoutAutoConfiguration {

	}

}
