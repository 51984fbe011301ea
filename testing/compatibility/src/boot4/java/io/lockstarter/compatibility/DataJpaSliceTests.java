package io.lockstarter.compatibility;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

/** Tests that annotated beans are locked in the slice of {@code @DataJpaTest}. */
@DataJpaTest
@ContextConfiguration(classes = Shipping.Application.class)
@Import(Shipping.class)
class DataJpaSliceTests {

	@Autowired
	private Shipping shipping;

	@Test
	void secondCallerIsRefused() {
		Shipping.refusesASecondCaller(this.shipping);
	}

}
