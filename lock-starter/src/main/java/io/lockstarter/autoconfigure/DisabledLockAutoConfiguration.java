package io.lockstarter.autoconfigure;

import io.lockstarter.annotation.DisabledLocksChecker;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;

/**
 * The only bean of an application that switched its locks off: it refuses methods that
 * cannot run without them.
 */
@AutoConfiguration
@Conditional(OnLocksDisabled.class)
public final class DisabledLockAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DisabledLocksChecker distributedLockDefinitionChecker() {
		return new DisabledLocksChecker();
	}

}
