package io.lockstarter.test;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that the store of a test behaves as the memory store. */
class InMemoryTestStoreTests {

	@Test
	void everyMethodOfTheMemoryStoreIsPassedOn() {
		List<String> commands = methods(LockStore.class).stream()
			.filter((method) -> methods(InMemoryLockStore.class).contains(method))
			.toList();
		assertThat(commands).hasSizeGreaterThan(14);
		assertThat(methods(InMemoryTestStore.class)).containsAll(commands);
	}

	private static List<String> methods(Class<?> type) {
		return Arrays.stream(type.getDeclaredMethods())
			.filter((method) -> !method.isSynthetic())
			.map((method) -> text(method))
			.toList();
	}

	private static String text(Method method) {
		return method.getName() + Arrays.toString(method.getParameterTypes());
	}

}
