package io.lockstarter.fuzz;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** Contains the methods whose parameters templates may use. A few names are enough. */
final class FuzzMethods {

	private FuzzMethods() {
	}

	static void buy(Order order, long id, String name) {
	}

	static void three(String a, String b, String c) {
	}

	static Method method(String name) {
		return Arrays.stream(FuzzMethods.class.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	record Order(String id, List<String> items) {

	}

}
