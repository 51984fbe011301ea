package io.lockstarter.fuzz;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** What templates may name: few names, so that they are hit. */
final class Till {

	private Till() {
	}

	static void buy(Order order, long id, String name) {
	}

	static void three(String a, String b, String c) {
	}

	static Method method(String name) {
		return Arrays.stream(Till.class.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	record Order(String id, List<String> items) {

	}

}
