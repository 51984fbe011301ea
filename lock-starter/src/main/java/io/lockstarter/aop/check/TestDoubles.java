package io.lockstarter.aop.check;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Recognizes objects that a test uses in place of beans: mocks of Mockito and MockK, and
 * bean overrides of Spring's test support, such as {@code @TestBean}. They acquire no
 * locks. A mock does nothing that needs a lock. An override may do real work, so a
 * warning is logged. A spy runs the real methods, so it needs its locks like any bean.
 */
final class TestDoubles {

	private static final Logger logger = LoggerFactory.getLogger(TestDoubles.class);

	/**
	 * The name of a singleton that exists only in the context of a test with overrides.
	 */
	private static final String OVERRIDES = "org.springframework.test.context.bean.override.internalBeanOverrideRegistry";

	private TestDoubles() {
	}

	static boolean isTestDouble(Object bean, String beanName, ConfigurableListableBeanFactory beans) {
		ClassLoader loader = bean.getClass().getClassLoader();
		if (loader != null && isOfMockito(bean, loader, "isSpy")) {
			return false;
		}
		if (loader != null && (isOfMockito(bean, loader, "isMock") || isOfMockK(bean, loader))) {
			return true;
		}
		if (!isOverride(beanName, beans)) {
			return false;
		}
		logger.warn("Bean '{}' is replaced by an object of the test. Its methods run without their locks.", beanName);
		return true;
	}

	private static boolean isOfMockito(Object bean, ClassLoader loader, String kind) {
		Object details = call("org.mockito.Mockito", "mockingDetails", loader, null, bean);
		return details != null && Boolean.TRUE.equals(call("org.mockito.MockingDetails", kind, loader, details));
	}

	// The arguments select mocks, but not spies, nor object, static and constructor
	// mocks.
	private static boolean isOfMockK(Object bean, ClassLoader loader) {
		return Boolean.TRUE
			.equals(call("io.mockk.MockKKt", "isMockKMock", loader, null, bean, true, false, false, false, false));
	}

	// The registry has no suitable method, so this searches its maps. They map an
	// override to the name of its bean, or the name to the override.
	private static boolean isOverride(String beanName, ConfigurableListableBeanFactory beans) {
		Object registry = beans.getSingleton(OVERRIDES);
		return registry != null && Arrays.stream(registry.getClass().getDeclaredFields())
			.filter((field) -> Map.class.isAssignableFrom(field.getType()) && field.trySetAccessible())
			.map((field) -> (Map<?, ?>) ReflectionUtils.getField(field, registry))
			.anyMatch((map) -> map != null && (map.containsValue(beanName) || map.containsKey(beanName)));
	}

	// Names instead of classes, since these libraries are only present in tests.
	private static @Nullable Object call(String type, String name, ClassLoader loader, @Nullable Object target,
			Object... arguments) {
		if (!ClassUtils.isPresent(type, loader)) {
			return null;
		}
		Method method = Arrays.stream(ClassUtils.resolveClassName(type, loader).getMethods())
			.filter((one) -> one.getName().equals(name) && one.getParameterCount() == arguments.length)
			.findFirst()
			.orElse(null);
		return (method != null) ? ReflectionUtils.invokeMethod(method, target, arguments) : null;
	}

}
