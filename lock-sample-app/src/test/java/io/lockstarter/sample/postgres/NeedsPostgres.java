package io.lockstarter.sample.postgres;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a class on a machine without PostgreSQL, and prints a warning. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPostgres.Condition.class)
@interface NeedsPostgres {

	class Condition implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			if (LocalPostgres.programs().isPresent()) {
				return ConditionEvaluationResult.enabled("There is a PostgreSQL");
			}
			String reason = "The sample is not tested on PostgreSQL: it is not installed";
			if (context.getTestMethod().isEmpty()) {
				System.out.println("[WARNING] SKIPPED: " + context.getDisplayName() + ". " + reason);
			}
			return ConditionEvaluationResult.disabled(reason);
		}

	}

}
