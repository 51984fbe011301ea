package io.lockstarter.aop;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Consumer;

import io.lockstarter.DistributedLock;

/** Declares classes that refer to a type which is not on the class path. */
final class AbsentTypes {

	private AbsentTypes() {
	}

	/**
	 * Loads a class in the same way as without the optional type.
	 * @param type one of the classes below
	 * @return the class
	 */
	static Class<?> load(Class<?> type) throws ClassNotFoundException {
		return new ClassLoader(AbsentTypes.class.getClassLoader()) {

			@Override
			protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
				if (name.equals(Absent.class.getName())) {
					throw new ClassNotFoundException(name);
				}
				if (!name.startsWith(AbsentTypes.class.getName())) {
					return super.loadClass(name, resolve);
				}
				Class<?> loaded = findLoadedClass(name);
				byte[] bytes = bytes(name);
				return (loaded != null) ? loaded : defineClass(name, bytes, 0, bytes.length);
			}

		}.loadClass(type.getName());
	}

	private static byte[] bytes(String name) {
		try (InputStream in = AbsentTypes.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
			return Objects.requireNonNull(in).readAllBytes();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The optional type. */
	static class Absent {

	}

	static class WithAbsentType {

		@DistributedLock(key = "k")
		public void run(Absent absent) {
		}

	}

	static class Base {

		public void other(Absent absent) {
		}

	}

	static class InheritsAbsentType extends Base {

		@DistributedLock(key = "k")
		public void run() {
		}

	}

	static class Empty extends Base {

	}

	/** Can be used without the absent type, since the JVM does not load it. */
	static class Handler implements Consumer<Absent> {

		@Override
		public void accept(Absent absent) {
		}

	}

	static class ReturnsAbsentTypeArgument {

		@DistributedLock(key = "k")
		public Handler run() {
			return new Handler();
		}

	}

}
