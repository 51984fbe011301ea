package io.lockstarter.callpath;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/**
 * Defines the classes of the library again, with a call to the recorder in each method.
 */
final class RecordingClassLoader extends ClassLoader {

	private static final String LIBRARY = "io.lockstarter.";

	private static final String RECORDER = CallRecorder.class.getName();

	RecordingClassLoader(ClassLoader parent) {
		super(parent);
	}

	@Override
	protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
		if (!name.startsWith(LIBRARY) || name.startsWith(LIBRARY + "embedded.") || name.equals(RECORDER)) {
			return super.loadClass(name, resolve);
		}
		synchronized (getClassLoadingLock(name)) {
			Class<?> known = findLoadedClass(name);
			return (known != null) ? known : define(name);
		}
	}

	private Class<?> define(String name) throws ClassNotFoundException {
		try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
			if (in == null) {
				throw new ClassNotFoundException(name);
			}
			ClassReader reader = new ClassReader(in);
			ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
			reader.accept(new Recording(writer, topLevel(name)), 0);
			byte[] bytes = writer.toByteArray();
			return defineClass(name, bytes, 0, bytes.length);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String topLevel(String name) {
		int nested = name.indexOf('$');
		return ((nested < 0) ? name : name.substring(0, nested)).substring(LIBRARY.length());
	}

	private static final class Recording extends ClassVisitor {

		private final String type;

		Recording(ClassVisitor next, String type) {
			super(Opcodes.ASM9, next);
			this.type = type;
		}

		@Override
		public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor,
				@Nullable String signature, String @Nullable [] exceptions) {
			MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
			String entered = this.type;
			return new MethodVisitor(Opcodes.ASM9, method) {

				@Override
				public void visitCode() {
					super.visitCode();
					visitLdcInsn(entered);
					visitMethodInsn(Opcodes.INVOKESTATIC, RECORDER.replace('.', '/'), "enter", "(Ljava/lang/String;)V",
							false);
				}

			};
		}

	}

}
