package io.lockstarter.aop.key;

import io.lockstarter.aop.key.Placeholder.ValueText;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The text of a value decides if reflection does not find its {@code toString()}. */
class ValueTextTests {

	@Test
	void textOfObjectIsRecognized() {
		Object value = new Object();
		assertThat(ValueText.isOfObject(value, value.toString())).isTrue();
	}

	@Test
	void ownToStringIsAccepted() {
		assertThat(ValueText.isOfObject(1234567L, "1234567")).isFalse();
	}

}
