package io.lockstarter.autoconfigure.failure;

import io.lockstarter.DistributedLock;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.AnnotationConfigurationException;

/**
 * Explains an annotation whose {@code key} and {@code value} differ. Spring refuses it
 * before the definition is read.
 */
final class TwoKeysFailureAnalyzer extends AbstractFailureAnalyzer<AnnotationConfigurationException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, AnnotationConfigurationException cause) {
		String message = String.valueOf(cause.getMessage());
		return message.contains("[" + DistributedLock.class.getName() + "]")
				? new FailureAnalysis(message, "Set either key or value: they are aliases.", cause) : null;
	}

}
