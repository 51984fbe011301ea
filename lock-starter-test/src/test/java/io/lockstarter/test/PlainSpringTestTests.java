package io.lockstarter.test;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.test.app.OrderService;
import org.junit.jupiter.api.Test;

import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests contexts that Spring Boot does not start. */
class PlainSpringTestTests {

	@Test
	void annotatedBeanWithoutLocksIsRefused() {
		assertThatIllegalStateException().isThrownBy(() -> orders(Unlocked.class))
			.havingRootCause()
			.isInstanceOf(InvalidLockDefinitionException.class)
			.withMessageContaining("without the auto-configuration of the locks");
	}

	@Test
	void disabledLocksAreAccepted() {
		assertThat(orders(Disabled.class)).isNotNull();
	}

	private static OrderService orders(Class<?> test) {
		return new TestContextManager(test).getTestContext().getApplicationContext().getBean(OrderService.class);
	}

	/** A test without the locks. */
	@SpringJUnitConfig(OrderService.class)
	static class Unlocked {

	}

	/** A test that switches the locks off. */
	@SpringJUnitConfig(OrderService.class)
	@TestPropertySource(properties = "distributed-lock.enabled=false")
	static class Disabled {

	}

}
