package io.lockstarter.autoconfigure;

import io.lockstarter.LockService;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.reactive.ReactiveLockService;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/** Verifies the reactive lock service of applications with their own lock services. */
class ReactiveLockAutoConfigurationTests {

	private final LockService second = Mockito.mock(LockService.class);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ReactiveLockAutoConfiguration.class))
		.withBean("first", LockService.class, () -> Mockito.mock(LockService.class));

	@Test
	void oneLockServiceHasAReactiveForm() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(ReactiveLockService.class));
	}

	@Test
	void twoLockServicesHaveNoReactiveForm() {
		this.runner.withBean("second", LockService.class, () -> this.second)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(ReactiveLockService.class));
	}

	@Test
	void primaryLockServiceHasAReactiveForm() {
		this.runner.withBean("second", LockService.class, () -> this.second, (bean) -> bean.setPrimary(true))
			.withBean("threads", LockThreads.class, () -> new LockThreads(MonotonicClock.system()))
			.withBean("moreThreads", LockThreads.class, () -> new LockThreads(MonotonicClock.system()))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ReactiveLockService.class));
	}

}
