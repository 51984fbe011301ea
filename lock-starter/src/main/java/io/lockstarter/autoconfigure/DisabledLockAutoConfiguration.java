package io.lockstarter.autoconfigure;

import io.lockstarter.aop.check.DisabledLocksChecker;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;

/**
 * Checks annotated methods while locks are disabled. The checker refuses methods that
 * cannot run without a lock.
 */
@AutoConfiguration
@Conditional(OnLocksDisabled.class)
public final class DisabledLockAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DisabledLocksChecker distributedLockDefinitionChecker() {
		return new DisabledLocksChecker();
	}

}
