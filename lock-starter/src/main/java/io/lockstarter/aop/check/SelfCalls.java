package io.lockstarter.aop.check;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.aop.WovenClasses;
import io.lockstarter.aop.definition.LockAnnotations;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Warns about calls of annotated methods on {@code this}, since they bypass the proxy. It
 * finds only calls that are certain from the class file.
 */
final class SelfCalls {

	private static final Logger logger = LoggerFactory.getLogger(SelfCalls.class);

	private final Class<?> type;

	/** The annotated methods, by name and descriptor. */
	private final Map<String, LockAnnotations> annotated;

	private final Set<String> found = new LinkedHashSet<>();

	private SelfCalls(Class<?> type, Collection<LockAnnotations> annotated) {
		this.type = type;
		this.annotated = annotated.stream()
			.filter((one) -> !WovenClasses.include(one.method().getDeclaringClass()))
			.collect(Collectors.toMap((one) -> one.method().getName() + Type.getMethodDescriptor(one.method()),
					Function.identity(), (first, second) -> first));
	}

	static void warn(Class<?> type, Collection<LockAnnotations> annotated) {
		for (String call : new SelfCalls(type, annotated).find()) {
			logger.warn("{}: this call bypasses the proxy, so it runs without its lock. Move one of the two methods "
					+ "to another bean, or acquire the lock with LockService.", call);
		}
	}

	private Set<String> find() {
		for (Class<?> each = this.type; each != null && each != Object.class; each = each.getSuperclass()) {
			read(each);
		}
		return this.found;
	}

	private void read(Class<?> each) {
		try (InputStream file = each.getResourceAsStream("/" + each.getName().replace('.', '/') + ".class")) {
			if (file != null) {
				new ClassReader(file).accept(new OfClass(each), ClassReader.SKIP_FRAMES);
			}
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("{} cannot be searched for calls on the same object", each, ex);
		}
	}

	private void called(Caller caller, String owner, String callee) {
		LockAnnotations locked = this.annotated.get(callee);
		if (locked != null && !caller.signature().equals(callee) && isOwner(owner, this.type)
				&& !isCovered(locked, caller)) {
			this.found
				.add(caller.in().getName() + "." + caller.name() + " calls " + locked.where() + " on the same object");
		}
	}

	private boolean isCovered(LockAnnotations locked, Caller caller) {
		List<LockAnnotations> outer = this.annotated.entrySet()
			.stream()
			.filter((entry) -> caller.isLambda() ? entry.getValue().method().getName().equals(caller.name())
					: entry.getKey().equals(caller.signature()))
			.map(Map.Entry::getValue)
			.toList();
		if (locked.areOnClass()) {
			// A lock on the class may be nested in itself, and only methods of the same
			// class call a private method.
			return !outer.isEmpty() || caller.isPrivate();
		}
		return outer.stream().anyMatch((one) -> fixedKeys(one).containsAll(keys(locked)));
	}

	private static List<String> keys(LockAnnotations locked) {
		return locked.annotations().stream().flatMap((one) -> Stream.of(one.getStringArray("key"))).toList();
	}

	/** Returns the keys that every call acquires, for all arguments. */
	private static Set<String> fixedKeys(LockAnnotations locked) {
		return locked.annotations()
			.stream()
			.filter((one) -> one.getString("condition").isBlank())
			.flatMap((one) -> Stream.of(one.getStringArray("key")))
			.filter((key) -> !key.replace("##", "").contains("#"))
			.collect(Collectors.toSet());
	}

	private static boolean isOwner(String owner, @Nullable Class<?> type) {
		return type != null && (Type.getInternalName(type).equals(owner) || isOwner(owner, type.getSuperclass()));
	}

	/**
	 * Describes a method that calls others.
	 *
	 * @param in its class
	 * @param signature its name and descriptor
	 * @param name its name in the source; for a lambda, the name of the enclosing method
	 * @param isLambda {@code true} if it is a lambda
	 * @param isPrivate {@code true} if only its own class can call it
	 */
	private record Caller(Class<?> in, String signature, String name, boolean isLambda, boolean isPrivate) {

		private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+)\\$\\d+");

		static Caller of(Class<?> in, int access, String name, String descriptor) {
			Matcher lambda = LAMBDA.matcher(name);
			if ((access & Opcodes.ACC_SYNTHETIC) == 0 || !lambda.matches()) {
				return new Caller(in, name + descriptor, name, false,
						(access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC)) != 0);
			}
			String around = lambda.group(1);
			boolean open = Arrays.stream(in.getDeclaredMethods())
				.anyMatch((method) -> method.getName().equals(around) && !Modifier.isPrivate(method.getModifiers()));
			return new Caller(in, name + descriptor, around, true, !open);
		}

	}

	private final class OfClass extends ClassVisitor {

		private final Class<?> visited;

		OfClass(Class<?> visited) {
			super(SpringAsmInfo.ASM_VERSION);
			this.visited = visited;
		}

		@Override
		public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor,
				@Nullable String signature, String @Nullable [] exceptions) {
			if ((access & (Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE)) != 0) {
				return null;
			}
			Caller caller = Caller.of(this.visited, access, name, descriptor);
			return new ReceiverTracker((owner, callee) -> called(caller, owner, callee));
		}

	}

}
