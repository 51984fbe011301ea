package io.lockstarter.autoconfigure.failure;

import java.util.List;

import io.lockstarter.autoconfigure.LockProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Explains a value that cannot be converted to the type of its property, and shows a
 * valid one. Spring Boot's own analyzer would only ask to update the configuration.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class LockBindingFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(LockProperties.PREFIX);

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		if (property == null || !PREFIX.isAncestorOf(property.getName())) {
			return null;
		}
		InvalidLockConfigurationException explained = InvalidLockConfigurationException
			.ofProperties(List.of(UnreadableValue.problem(property, cause.getTarget().getType().toClass())));
		return new FailureAnalysis(explained.problem(), explained.fix(), cause);
	}

}
