package io.lockstarter.annotation;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

import io.lockstarter.DistributedLock;

/** A class that names a type which is not on the class path. */
final class AbsentTypes {

	private AbsentTypes() {
	}

	/** The optional type. */
	static class Absent {

	}

	static class WithAbsentType {

		@DistributedLock(key = "k")
		public void run(Absent absent) {
		}

		/** This class, as it is where the optional type is absent. */
		static Class<?> load() throws ClassNotFoundException {
			return new ClassLoader(AbsentTypes.class.getClassLoader()) {

				@Override
				protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
					if (name.equals(Absent.class.getName())) {
						throw new ClassNotFoundException(name);
					}
					if (name.equals(WithAbsentType.class.getName())) {
						byte[] bytes = bytes(name);
						return defineClass(name, bytes, 0, bytes.length);
					}
					return super.loadClass(name, resolve);
				}

			}.loadClass(WithAbsentType.class.getName());
		}

		private static byte[] bytes(String name) {
			try (InputStream in = AbsentTypes.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
				return Objects.requireNonNull(in).readAllBytes();
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
