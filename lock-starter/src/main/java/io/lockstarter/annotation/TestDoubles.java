package io.lockstarter.annotation;

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
 * Recognizes objects that a test puts in place of beans as they are: mocks of Mockito and
 * MockK, and what the bean overrides of Spring's tests give, such as {@code @TestBean}.
 * They take no locks. A mock does nothing that could be locked; of an override it is not
 * known, so that is logged.
 */
final class TestDoubles {

	private static final Logger logger = LoggerFactory.getLogger(TestDoubles.class);

	/** Exists only in the context of a test that overrides beans. */
	private static final String OVERRIDES = "org.springframework.test.context.bean.override.internalBeanOverrideRegistry";

	private TestDoubles() {
	}

	static boolean isTestDouble(Object bean, String beanName, ConfigurableListableBeanFactory beans) {
		ClassLoader loader = bean.getClass().getClassLoader();
		if (loader != null && (isOfMockito(bean, loader) || isOfMockK(bean, loader))) {
			return true;
		}
		if (!isOverride(beanName, beans)) {
			return false;
		}
		logger.warn("Bean '{}' is an object of the test. Its methods run without their locks.", beanName);
		return true;
	}

	private static boolean isOfMockito(Object bean, ClassLoader loader) {
		Object details = call("org.mockito.Mockito", "mockingDetails", loader, null, bean);
		return details != null && Boolean.TRUE.equals(call("org.mockito.MockingDetails", "isMock", loader, details));
	}

	// Whether it is a mock or a spy; not the mock of an object, of statics or of
	// constructors.
	private static boolean isOfMockK(Object bean, ClassLoader loader) {
		return Boolean.TRUE
			.equals(call("io.mockk.MockKKt", "isMockKMock", loader, null, bean, true, true, false, false, false));
	}

	// The registry has no method that tells, so its maps are looked through: from an
	// override to the name of its bean, or back.
	private static boolean isOverride(String beanName, ConfigurableListableBeanFactory beans) {
		Object registry = beans.getSingleton(OVERRIDES);
		return registry != null && Arrays.stream(registry.getClass().getDeclaredFields())
			.filter((field) -> Map.class.isAssignableFrom(field.getType()) && field.trySetAccessible())
			.map((field) -> (Map<?, ?>) ReflectionUtils.getField(field, registry))
			.anyMatch((map) -> map != null && (map.containsValue(beanName) || map.containsKey(beanName)));
	}

	// By name: the libraries are there only in tests.
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
