package io.lockstarter.annotation;

import java.util.Collection;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;

/**
 * Tells a native image what the locks of a bean need. It refuses nothing: what is wrong
 * with a lock is said when the application starts, as without an image.
 */
final class LockedBeanAotProcessor implements BeanRegistrationAotProcessor {

	private final LockMentions mentions = new LockMentions();

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
		if (!this.mentions.areIn(type)) {
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
