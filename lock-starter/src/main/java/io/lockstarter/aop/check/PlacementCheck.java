package io.lockstarter.aop.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import io.lockstarter.aop.WovenClasses;
import io.lockstarter.aop.call.LockProxies.Kind;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.MethodProblems;
import io.lockstarter.aop.definition.Problem;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/** Checks that calls of an annotated method pass through a proxy. */
final class PlacementCheck {

	private static final String OR_WEAVE = ", or weave the class with AspectJ";

	private final Kind kind;

	private final @Nullable Problem missing;

	private PlacementCheck(Kind kind, @Nullable Problem missing) {
		this.kind = kind;
		this.missing = missing;
	}

	/** Creates a check for a bean with a proxy of this kind. */
	static PlacementCheck with(Kind kind) {
		return new PlacementCheck(kind, null);
	}

	/** Creates a check for a bean without a proxy, with the reason. */
	static PlacementCheck without(Problem missing) {
		return new PlacementCheck(Kind.NONE, missing);
	}

	void check(LockAnnotations annotated, MethodProblems report) {
		Method method = annotated.method();
		if (WovenClasses.include(method.getDeclaringClass()) || CallbackCheck.check(annotated, report)) {
			return;
		}
		int modifiers = method.getModifiers();
		if (Modifier.isPrivate(modifiers)) {
			report.method("is private", "its calls bypass the proxy, so it would run without its lock",
					"make it public and call it from another bean" + OR_WEAVE);
		}
		else if (Modifier.isStatic(modifiers)) {
			report.method("is static", "its calls bypass the proxy, so it would run without its lock",
					"make it a public method of the bean" + OR_WEAVE);
		}
		else if (this.kind == Kind.OF_INTERFACES) {
			checkInterfaces(annotated, report);
		}
		else if (Modifier.isFinal(annotated.namedClass().getModifiers())) {
			report.method("is in a final class", "a final class has no proxy, so it would run without its lock",
					"remove final from the class" + OR_WEAVE);
		}
		else if (this.missing != null) {
			report.type(this.missing.what(), this.missing.problem(), this.missing.fix() + OR_WEAVE);
		}
		else if (Modifier.isFinal(modifiers)) {
			report.method("is final", "a proxy cannot override it, so it would run without its lock",
					(annotated.areOnClass() ? "remove final, or put the annotation on the methods that need it"
							: "remove final") + OR_WEAVE);
		}
		else if (isHidden(method, annotated.targetClass())) {
			report.method("is package-private in another package",
					"a proxy of the subclass cannot override it, so it would run without its lock",
					"make it public or protected" + OR_WEAVE);
		}
	}

	private static boolean isHidden(Method method, Class<?> targetClass) {
		int modifiers = method.getModifiers();
		return !Modifier.isPublic(modifiers) && !Modifier.isProtected(modifiers)
				&& !method.getDeclaringClass().getPackageName().equals(targetClass.getPackageName());
	}

	// A lock on the class covers the methods that other beans can call. With a proxy of
	// interfaces, these are the methods of the interfaces.
	private static void checkInterfaces(LockAnnotations annotated, MethodProblems report) {
		Method method = annotated.method();
		if (!annotated.areOnClass() && !method.getDeclaringClass().isInterface()
				&& !isInAnInterface(method, annotated.targetClass())) {
			report.method("is in no interface",
					"the bean's proxy has only the methods of its interfaces (spring.aop.proxy-target-class is false),"
							+ " so it would run without its lock",
					"declare it in an interface, or set spring.aop.proxy-target-class to true" + OR_WEAVE);
		}
	}

	private static boolean isInAnInterface(Method method, Class<?> targetClass) {
		for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(targetClass)) {
			for (Method declared : type.getMethods()) {
				if (declared.getName().equals(method.getName())
						&& AopUtils.getMostSpecificMethod(declared, targetClass).equals(method)) {
					return true;
				}
			}
		}
		return false;
	}

}
