package io.lockstarter.annotation;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

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
 * Warns of calls of annotated methods on {@code this}, which pass no proxy. Only calls
 * that a class file shows beyond doubt are found.
 */
final class SelfCalls {

	private static final Logger logger = LoggerFactory.getLogger(SelfCalls.class);

	private final Class<?> type;

	/** By name and descriptor. */
	private final Map<String, LockAnnotations> annotated;

	private final Set<String> found = new LinkedHashSet<>();

	private SelfCalls(Class<?> type, Collection<LockAnnotations> annotated) {
		this.type = type;
		this.annotated = annotated.stream()
			.filter((one) -> !Weaving.hasWoven(one.method().getDeclaringClass()))
			.collect(Collectors.toMap((one) -> one.method().getName() + Type.getMethodDescriptor(one.method()),
					Function.identity(), (first, second) -> first));
	}

	static void warn(Class<?> type, Collection<LockAnnotations> annotated) {
		for (String call : new SelfCalls(type, annotated).find()) {
			logger.warn("{}: this call passes no proxy, so it runs without its lock. Move one of the two methods to "
					+ "another bean, or take the lock with LockService.", call);
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

	// A lock on the class covers both methods, and is nested.
	private void called(Class<?> in, String caller, String owner, String callee) {
		LockAnnotations locked = this.annotated.get(callee);
		if (locked == null || caller.equals(callee) || !isOwner(owner, this.type)
				|| (locked.areOnClass() && this.annotated.containsKey(caller))) {
			return;
		}
		this.found.add(in.getName() + "." + caller.substring(0, caller.indexOf('(')) + " calls "
				+ Problem.where(this.type, locked.method()) + " on the same object");
	}

	private static boolean isOwner(String owner, @Nullable Class<?> type) {
		return type != null && (Type.getInternalName(type).equals(owner) || isOwner(owner, type.getSuperclass()));
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
			return new ReceiverTracker((owner, callee) -> called(this.visited, name + descriptor, owner, callee));
		}

	}

}
