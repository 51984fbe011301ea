package io.lockstarter.aop.aot;

import java.util.Collection;

import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.LockedTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;

/**
 * Registers the hints that a native image needs for the locks of a bean. It refuses
 * nothing. Errors are reported when the application starts, as without a native image.
 */
final class LockedBeanAotProcessor implements BeanRegistrationAotProcessor {

	private final LockedTypes locked = new LockedTypes();

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
		if (!this.locked.contain(type)) {
			return null;
		}
		Collection<LockAnnotations> annotated = LockedTypes.annotated(type);
		return (context, code) -> {
			LockedBeanHints hints = new LockedBeanHints(context.getRuntimeHints().reflection(),
					new BuildTimeProperties(bean.getBeanFactory()));
			annotated.forEach(hints::register);
		};
	}

}
