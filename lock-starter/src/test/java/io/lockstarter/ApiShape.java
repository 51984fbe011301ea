package io.lockstarter;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lists what a user of a type can see, one line for each member. The order does not
 * depend on the compiler. Names of parameters and nullness are not included.
 */
final class ApiShape {

	private ApiShape() {
	}

	static Stream<String> of(Class<?> type) {
		List<String> members = Stream
			.<AccessibleObject[]>of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
			.flatMap(Arrays::stream)
			.filter((member) -> isVisible((Member) member))
			.map(ApiShape::describe)
			.sorted()
			.map((line) -> "\t" + line)
			.toList();
		return Stream.concat(Stream.of(declaration(type) + supertypes(type)), members.stream())
			.map((line) -> line.replaceAll("\\b(?:[a-z]+\\.)+(?=[A-Z])", ""));
	}

	// Newer JDKs also name this modifier.
	private static String declaration(Class<?> type) {
		return type.toGenericString().replace("non-sealed ", "").replace("sealed ", "");
	}

	private static boolean isVisible(Member member) {
		return !member.isSynthetic() && (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
	}

	private static String describe(AccessibleObject member) {
		if (member instanceof Method method && method.getDefaultValue() != null) {
			return method.toGenericString() + " default " + text(method.getDefaultValue());
		}
		return (member instanceof Field field) ? field.toGenericString() : ((Executable) member).toGenericString();
	}

	private static String text(Object value) {
		return (value instanceof Object[] array) ? Arrays.toString(array) : String.valueOf(value);
	}

	private static String supertypes(Class<?> type) {
		List<String> names = Stream
			.concat(Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
			.map((supertype) -> supertype.getTypeName())
			.filter((name) -> !name.equals("java.lang.Object"))
			.toList();
		return names.isEmpty() ? "" : " : " + String.join(", ", names);
	}

}
