package io.lockstarter.autoconfigure;

import io.lockstarter.web.LockProblemDetails;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Converts exceptions of locks to problem details, if the application asks for it. */
@AutoConfiguration(after = LockAutoConfiguration.class)
@ConditionalOnClass({ ProblemDetail.class, RestControllerAdvice.class })
@ConditionalOnWebApplication
@ConditionalOnProperty(name = "distributed-lock.web.problem-details", havingValue = "true")
@Conditional(OnLocksEnabled.class)
@EnableConfigurationProperties(LockProperties.class)
public final class LockWebAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LockProblemDetails distributedLockProblemDetails(LockProperties properties) {
		return new LockProblemDetails(properties.web().retryAfter());
	}

}
