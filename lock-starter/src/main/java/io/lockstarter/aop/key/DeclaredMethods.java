package io.lockstarter.aop.key;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ClassUtils;

/**
 * Finds the methods that an expression may call, before the first call of the annotated
 * method. A method that the declared type lacks may still exist in a subclass.
 */
final class DeclaredMethods {

	private DeclaredMethods() {
	}

	/**
	 * Finds the type that a method returns.
	 * @param type the type whose method is called
	 * @param name the name of the method
	 * @param arguments the number of its arguments
	 * @param site the position of the method's name
	 * @return the type; {@code Object} if the type is unknown
	 */
	static Class<?> type(Class<?> type, String name, int arguments, TemplatePosition site) {
		List<Method> named = callable(type).filter((method) -> method.getName().equals(name)).toList();
		Set<Class<?>> returned = named.stream()
			.filter((method) -> takes(method, arguments))
			.map(Method::getReturnType)
			.collect(Collectors.toSet());
		if (returned.isEmpty() && DeclaredType.isExact(type)) {
			throw named.isEmpty() ? unknown(type, name, site)
					: site.refuse(
							type.getSimpleName() + " has no method '" + name + "' with " + arguments + " arguments",
							"pass the arguments that it takes");
		}
		return (returned.size() == 1) ? returned.iterator().next() : Object.class;
	}

	private static KeyTemplateException unknown(Class<?> type, String name, TemplatePosition site) {
		Set<String> known = callable(type).map(Method::getName).collect(Collectors.toCollection(TreeSet::new));
		String nearest = ClosestName.to(name, known);
		return site.refuse(type.getSimpleName() + " has no method '" + name + "()'", (nearest != null)
				? "did you mean '" + nearest + "()'?" : "call one of its public methods that are not static");
	}

	// SpEL's data binding calls neither static methods nor the methods of Object.
	private static Stream<Method> callable(Class<?> type) {
		return Arrays.stream(ClassUtils.resolvePrimitiveIfNecessary(type).getMethods())
			.filter((method) -> !Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != Object.class)
			// A public class has only bridge methods for a method of a hidden superclass.
			.map(BridgeMethodResolver::findBridgedMethod)
			.distinct();
	}

	private static boolean takes(Method method, int arguments) {
		int parameters = method.getParameterCount();
		return parameters == arguments || (method.isVarArgs() && arguments >= parameters - 1);
	}

}
