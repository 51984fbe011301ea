package io.lockstarter.observability.actuator;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.util.ClassUtils;

/**
 * Shows the health to Spring Boot 3. Its indicator is in another package than that of
 * Spring Boot 4, and the library is compiled with one of them only. So this class creates
 * a proxy.
 */
public final class OldHealthIndicator implements FactoryBean<Object> {

	/** The interface in Spring Boot 3. */
	public static final String INTERFACE = "org.springframework.boot.actuate.health.HealthIndicator";

	static final String RESULT = "org.springframework.boot.actuate.health.Health";

	static final String BUILDER = RESULT + "$Builder";

	private final Supplier<LockHealth> health;

	/**
	 * Creates the factory of the indicator.
	 * @param health the check; looked up when it is first needed, since Spring creates
	 * this factory early, to learn the type of its object
	 */
	public OldHealthIndicator(Supplier<LockHealth> health) {
		this.health = health;
	}

	@Override
	public Object getObject() {
		Class<?> type = getObjectType();
		return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> switch (method.getName()) {
					case "health", "getHealth" -> result(arguments == null || Boolean.TRUE.equals(arguments[0]));
					case "hashCode" -> System.identityHashCode(proxy);
					case "equals" -> proxy == arguments[0];
					default -> "LockHealthIndicator";
				});
	}

	@Override
	public Class<?> getObjectType() {
		return load(INTERFACE);
	}

	private Object result(boolean withDetails) throws ReflectiveOperationException {
		LockHealth.Result result = this.health.get().check();
		Object builder = load(RESULT).getMethod(result.healthy() ? "up" : "down").invoke(null);
		if (withDetails) {
			call(builder, "withDetails", Map.class, result.details());
		}
		return load(BUILDER).getMethod("build").invoke(builder);
	}

	private static void call(Object builder, String name, Class<?> type, @Nullable Object argument)
			throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
		load(BUILDER).getMethod(name, type).invoke(builder, argument);
	}

	private static Class<?> load(String name) {
		return ClassUtils.resolveClassName(name, OldHealthIndicator.class.getClassLoader());
	}

}
