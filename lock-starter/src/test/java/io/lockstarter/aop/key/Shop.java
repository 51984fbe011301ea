package io.lockstarter.aop.key;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import io.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * Declares methods for templates. They are never called: templates only use their
 * parameters.
 */
@SuppressWarnings("unused")
class Shop {

	static final UnaryOperator<String> NO_ENVIRONMENT = (text) -> {
		throw new IllegalArgumentException("Could not resolve placeholder");
	};

	void buy(Order order, long id, String name) {
	}

	void three(String a, String b, String c) {
	}

	void any(Object value) {
	}

	void tree(Order root, List<Order> orders) {
	}

	void many(List<String> ids, Map<String, Order> orders, String[] names, Optional<String> code) {
	}

	void accounts(Account account, Bean bean) {
	}

	void visible(VisibleOrder order) {
	}

	void noParameters() {
	}

	void locked(LockHandle lock) {
	}

	void lockedById(LockHandle lock, long id) {
	}

	void odd(String p1, String other, String lt, String a$b) {
	}

	static Method method(String name) {
		return Arrays.stream(Shop.class.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	static KeyTemplate template(String template, String method) {
		return KeyTemplate.parse(template, method(method), NO_ENVIRONMENT);
	}

	static String key(String template, String method, Object... arguments) {
		return template(template, method).resolve(arguments);
	}

	static Order order(String id) {
		return new Order(id, new Customer(7, "Ann"), List.of("x", "y"));
	}

	enum Size {

		SMALL, LARGE;

		@Override
		public String toString() {
			return "one label for all";
		}

	}

	record Order(String id, @Nullable Customer customer, List<String> items) {
	}

	record Customer(long id, String name) {

		boolean isHidden() {
			return true;
		}

	}

	interface Account {

		String getNumber();

	}

	static class Bean {

		public String field = "f";

		private final String name;

		Bean(String name) {
			this.name = name;
		}

		public String getName() {
			return this.name;
		}

		public boolean isActive() {
			return true;
		}

		public String getBroken() {
			throw new IllegalStateException("broken on purpose");
		}

		// The method returns nothing, so it is not a property.
		public void touch() {
		}

	}

	/** Inherits its public methods from a class that other packages cannot access. */
	public static final class VisibleOrder extends HiddenOrder {

		VisibleOrder(String id) {
			super(id);
		}

	}

	abstract static class HiddenOrder {

		private final String id;

		HiddenOrder(String id) {
			this.id = id;
		}

		public String id() {
			return this.id;
		}

	}

}
