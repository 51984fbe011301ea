package io.lockstarter.sample.page;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a class on a machine without a browser, and prints a warning. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsBrowser.Condition.class)
@interface NeedsBrowser {

	class Condition implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			if (Browser.isInstalled()) {
				return ConditionEvaluationResult.enabled("There is a browser");
			}
			String reason = "The page is not tested: chromium and chromedriver are not on the PATH";
			if (context.getTestMethod().isEmpty()) {
				System.out.println("[WARNING] SKIPPED: " + context.getDisplayName() + ". " + reason);
			}
			return ConditionEvaluationResult.disabled(reason);
		}

	}

}
