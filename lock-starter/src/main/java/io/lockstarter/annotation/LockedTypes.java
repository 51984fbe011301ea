package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.util.Collection;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;

/**
 * Finds annotated methods by the classes and definitions of beans. A class may name types
 * that are absent: as long as Spring does not look into it, neither must the locks.
 */
final class LockedTypes {

	private final LockMentions mentions;

	LockedTypes(LockMentions mentions) {
		this.mentions = mentions;
	}

	/** Returns whether a class has or inherits an annotated method. */
	boolean isLocked(@Nullable Class<?> type) {
		try {
			return this.mentions.areIn(type);
		}
		catch (LinkageError ex) {
			return false;
		}
	}

	/** The class of a bean that may not be made yet; {@code null} if it is not known. */
	static @Nullable Class<?> of(ConfigurableListableBeanFactory factory, String beanName) {
		try {
			return factory.getType(beanName, false);
		}
		catch (RuntimeException | LinkageError ex) {
			// Of a lazy bean, which tells so itself if it is ever made.
			return null;
		}
	}

	/**
	 * The class that the definition of a bean is about, which for a factory bean is that
	 * of the factory; {@code null} if it is not known.
	 */
	static @Nullable Class<?> ofDefinition(ConfigurableListableBeanFactory factory, String beanName) {
		Class<?> ofFactory = of(factory, BeanFactory.FACTORY_BEAN_PREFIX + beanName);
		return (ofFactory != null) ? ofFactory : of(factory, beanName);
	}

	/** The annotated methods of a class. */
	static Collection<LockAnnotations> annotated(Class<?> type) {
		return MethodIntrospector.selectMethods(type, new MetadataLookup<LockAnnotations>() {
			@Override
			public @Nullable LockAnnotations inspect(Method method) {
				LockAnnotations annotations = LockAnnotations.find(method, type);
				return annotations.isPresent() ? annotations : null;
			}
		}).values();
	}

	/**
	 * Returns whether all types in the methods of a class, and of its superclasses, can
	 * be loaded.
	 */
	static boolean isReadable(Class<?> type) {
		try {
			annotated(type);
			return true;
		}
		catch (LinkageError ex) {
			return false;
		}
		catch (IllegalStateException ex) {
			if (ex.getCause() instanceof LinkageError) {
				return false;
			}
			throw ex;
		}
	}

}
