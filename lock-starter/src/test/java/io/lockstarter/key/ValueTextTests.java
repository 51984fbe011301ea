package io.lockstarter.key;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Where reflection knows too little of a class, its text tells. */
class ValueTextTests {

	@Test
	void textOfObjectSaysNothing() {
		Object value = new Object();
		assertThat(ValueText.isOfObject(value, value.toString())).isTrue();
	}

	@Test
	void textOfItsOwnSaysSomething() {
		assertThat(ValueText.isOfObject(1234567L, "1234567")).isFalse();
	}

}
