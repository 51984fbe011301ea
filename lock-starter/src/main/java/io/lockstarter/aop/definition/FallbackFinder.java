package io.lockstarter.aop.definition;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import javax.lang.model.SourceVersion;

import io.lockstarter.LockNotAcquiredException;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the fallback of an annotated method, or reports why there is none.
 */
final class FallbackFinder {

	private final Method method;

	private final Class<?> targetClass;

	private final MethodProblems report;

	FallbackFinder(LockAnnotations annotated, MethodProblems report) {
		this.method = annotated.method();
		this.targetClass = annotated.targetClass();
		this.report = report;
	}

	WhenBusy find(String name) {
		// The class may override a generic method with another erasure.
		List<Method> named = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(this.targetClass))
			.filter((candidate) -> candidate.getName().equals(name))
			.map((candidate) -> AopUtils.getMostSpecificMethod(candidate, this.targetClass))
			.filter((candidate) -> !candidate.isBridge() && !candidate.equals(this.method))
			.distinct()
			.toList();
		List<Method> fitting = named.stream().filter(this::fits).toList();
		if (fitting.size() == 1) {
			Method found = fitting.get(0);
			ReflectionUtils.makeAccessible(found);
			return new Fallback(found, parameterTypes(found).length > parameterTypes(this.method).length);
		}
		// A subclass may have the method. This is known when the bean is created.
		if (!fitting.isEmpty() || !Modifier.isAbstract(this.targetClass.getModifiers())) {
			refuse(name, named, fitting);
		}
		return WhenBusy.THROW;
	}

	private void refuse(String name, List<Method> named, List<Method> fitting) {
		if (!fitting.isEmpty()) {
			this.report.attribute("fallbackMethod", name, "several methods fit: " + signatures(fitting),
					"rename all but one");
		}
		else if (!SourceVersion.isIdentifier(name)) {
			this.report.attribute("fallbackMethod", name, "it is not the name of a method",
					"write the name alone, without parentheses and class");
		}
		else if (named.isEmpty() && name.equals(this.method.getName())) {
			this.report.attribute("fallbackMethod", name, "it is the method itself", "name another method");
		}
		else if (named.isEmpty()) {
			this.report.attribute("fallbackMethod", name, "there is no such method in " + this.targetClass.getName(),
					"add it: " + expected(name));
		}
		else {
			this.report.attribute("fallbackMethod", name,
					"no method of this name fits, only " + signatures(named) + " was found",
					"change it to: " + expected(name));
		}
	}

	private boolean fits(Method candidate) {
		return fitsParameters(parameterTypes(candidate), parameterTypes(this.method)) && fitsReturn(candidate)
				&& fitsExceptions(candidate) && (isSuspending(this.method) || !isSuspending(candidate))
				&& (Modifier.isStatic(candidate.getModifiers()) || !Modifier.isStatic(this.method.getModifiers()));
	}

	private static boolean fitsParameters(Class<?>[] takes, Class<?>[] given) {
		boolean refusalLast = takes.length == given.length + 1 && takes[given.length] == LockNotAcquiredException.class;
		if (takes.length != given.length && !refusalLast) {
			return false;
		}
		for (int i = 0; i < given.length; i++) {
			if (!ClassUtils.isAssignable(takes[i], given[i])) {
				return false;
			}
		}
		return true;
	}

	private boolean fitsReturn(Method candidate) {
		Class<?> wanted = returnType(this.method);
		Class<?> returned = returnType(candidate);
		return wanted == void.class || (returned != void.class && ClassUtils.isAssignable(wanted, returned));
	}

	private Class<?> returnType(Method of) {
		Class<?> type = ResolvableType.forMethodReturnType(of, this.targetClass).resolve(Object.class);
		return type.getName().equals("kotlin.Unit") ? void.class : type;
	}

	private static boolean isSuspending(Method of) {
		return KotlinDetector.isSuspendingFunction(of);
	}

	private Class<?>[] parameterTypes(Method of) {
		return LockAnnotations.parameterTypes(of, this.targetClass);
	}

	// A proxy would wrap an exception that the method does not declare.
	private boolean fitsExceptions(Method candidate) {
		return Arrays.stream(candidate.getExceptionTypes())
			.allMatch((thrown) -> ReflectionUtils.declaresException(this.method, thrown)
					|| RuntimeException.class.isAssignableFrom(thrown) || Error.class.isAssignableFrom(thrown));
	}

	private String expected(String name) {
		return signature(name, returnType(this.method), this.method)
				+ ", optionally with a LockNotAcquiredException as the last parameter, and without checked exceptions"
				+ " that " + this.method.getName() + " does not declare";
	}

	private String signatures(List<Method> methods) {
		return methods.stream()
			.map((one) -> signature(one.getName(), returnType(one), one))
			.sorted()
			.collect(Collectors.joining(", "));
	}

	private String signature(String name, Class<?> returned, Method method) {
		return (isSuspending(method) ? "suspend " : "") + returned.getSimpleName() + " " + name
				+ Arrays.stream(parameterTypes(method))
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

}
