package io.lockstarter.aop;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.MisplacedBeans.FinalClass;
import io.lockstarter.aop.MisplacedBeans.FinalWithInterface;
import io.lockstarter.aop.MisplacedBeans.OutsideOfInterface;
import io.lockstarter.aop.RefusedBeans.LazyBean;
import io.lockstarter.aop.RefusedBeans.NoKey;
import io.lockstarter.aop.RefusedBeans.NoKeyLater;
import io.lockstarter.aop.RefusedBeans.SkipPrimitive;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Verifies when definitions are checked. The message for each wrong definition is in
 * {@code src/test/resources/errors/table.md}.
 */
class RefusalTests {

	@Test
	void allProblemsAreReportedTogether() {
		LockedContexts.with(NoKey.class, FinalClass.class, SkipPrimitive.class, LazyBean.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("(5 problems)")
				.hasMessageContaining(NoKey.class.getName())
				.hasMessageContaining(FinalClass.class.getName())
				.hasMessageContaining(SkipPrimitive.class.getName())
				.hasMessageContaining("ttl = \"soon\"")
				.hasMessageContaining("maxHold = \"later\""));
	}

	@Test
	void methodOutsideTheInterfacesIsRefusedForAnInterfaceProxy() {
		ApplicationContextRunner runner = LockedContexts.with(OutsideOfInterface.class);
		runner.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("is in no interface")
				.hasMessageContaining("set spring.aop.proxy-target-class to true"));
		runner.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void finalClassIsAcceptedForAnInterfaceProxy() {
		LockedContexts.with(FinalWithInterface.class)
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void beanOfAnUnknownClassIsRefusedWhenCreated() {
		LockedContexts.with(NoKeyLater.class).run((context) -> {
			assertThat(context).hasNotFailed();
			for (int i = 0; i < 2; i++) {
				assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("later"))
					.havingRootCause()
					.isInstanceOf(InvalidLockDefinitionException.class)
					.withMessageContaining("there is no key");
			}
		});
	}

}
