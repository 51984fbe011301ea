package io.lockstarter.aop.key;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;

/**
 * Finds the parameters of a method by name or by position. Names work if the class file
 * contains them. Positions ({@code p0} or {@code a0}) always work. A real name takes
 * precedence over a position.
 */
final class Parameters {

	private static final Pattern BY_POSITION = Pattern.compile("[pa](0|[1-9][0-9]{0,2})");

	// In SpEL, #root and #this are not variables.
	private static final Set<String> RESERVED_BY_SPEL = Set.of("root", "this");

	private static final String ALIAS = "argument$";

	private final Method method;

	private final List<String> names;

	private final Class<?>[] types;

	private Parameters(Method method, String @Nullable [] names) {
		this.method = method;
		this.types = declaredTypes(method);
		this.names = (names != null) ? List.of(names).subList(0, Math.min(names.length, count())) : List.of();
	}

	// The compiler of Kotlin adds a parameter to suspend functions.
	private static Class<?>[] declaredTypes(Method method) {
		Class<?>[] types = method.getParameterTypes();
		return KotlinDetector.isSuspendingFunction(method) ? Arrays.copyOf(types, types.length - 1) : types;
	}

	static Parameters of(Method method) {
		return new Parameters(method, new DefaultParameterNameDiscoverer().getParameterNames(method));
	}

	/** Returns the number of arguments of a call, with those that a compiler adds. */
	int argumentCount() {
		return this.method.getParameterCount();
	}

	int count() {
		return this.types.length;
	}

	Class<?> type(int index) {
		return this.types[index];
	}

	/** Returns the declared type of a parameter, with its type arguments. */
	ResolvableType resolvable(int index) {
		return ResolvableType.forMethodParameter(this.method, index);
	}

	boolean has(String name) {
		return find(name) >= 0;
	}

	/** Returns whether there is such a parameter, and a key can use its value. */
	boolean hasValue(int index) {
		return index >= 0 && index < count() && type(index) != LockHandle.class;
	}

	/** Returns the name of a parameter, or its position if the names are unknown. */
	String name(int index) {
		return this.names.isEmpty() ? "p" + index : this.names.get(index);
	}

	int find(String name) {
		int index = this.names.indexOf(name);
		if (index >= 0) {
			return index;
		}
		if (name.startsWith(ALIAS)) {
			String reserved = name.substring(ALIAS.length());
			return RESERVED_BY_SPEL.contains(reserved) ? this.names.indexOf(reserved) : -1;
		}
		Matcher matcher = BY_POSITION.matcher(name);
		if (matcher.matches()) {
			int position = Integer.parseInt(matcher.group(1));
			return (position < count()) ? position : -1;
		}
		return -1;
	}

	/**
	 * Returns the name of the SpEL variable for a parameter.
	 * @param name the name of a parameter
	 * @return the same name, or an alias if SpEL reserves that name
	 */
	static String variable(String name) {
		return RESERVED_BY_SPEL.contains(name) ? ALIAS + name : name;
	}

	int require(String name, TemplatePosition site) {
		int index = find(name);
		if (index < 0) {
			throw unknown(name, site);
		}
		return index;
	}

	private KeyTemplateException unknown(String name, TemplatePosition site) {
		String where = this.method.getDeclaringClass().getSimpleName() + "." + this.method.getName();
		if (count() == 0) {
			return site.refuse("there is no parameter '" + name + "': " + where + " has no parameters",
					"write plain text, or ## for a literal #");
		}
		if (this.names.isEmpty() && !BY_POSITION.matcher(name).matches()) {
			return site.refuse(
					"'" + name + "' cannot be found: " + where
							+ " was compiled without -parameters, so its parameters have no names",
					"compile with -parameters (Maven: <parameters>true</parameters> in maven-compiler-plugin; Gradle:"
							+ " options.compilerArgs.add(\"-parameters\")), or count from 0: #p0");
		}
		List<String> known = known();
		String nearest = ClosestName.to(name, known);
		return site.refuse("there is no parameter '" + name + "'; " + where + " has " + String.join(", ", known),
				((nearest != null) ? "did you mean '" + nearest + "'?" : "name one of these")
						+ " (to put text right after a name: #<" + ((nearest != null) ? nearest : known.get(0))
						+ ">text)");
	}

	private List<String> known() {
		return IntStream.range(0, count()).mapToObj(this::name).toList();
	}

}
