package io.lockstarter.test;

import org.jspecify.annotations.Nullable;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Passes the tester of the context to the assertions, and ends its faults after each
 * test.
 */
final class LockTestExecutionListener extends AbstractTestExecutionListener {

	/** After the listeners that load the context and inject its beans. */
	private static final int ORDER = 2500;

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void beforeTestMethod(TestContext context) {
		LockTester tester = tester(context);
		if (tester != null) {
			CurrentTester.set(tester);
		}
	}

	@Override
	public void afterTestMethod(TestContext context) {
		LockTester tester = tester(context);
		if (tester != null) {
			CurrentTester.clear(tester);
			tester.reset();
		}
	}

	private static @Nullable LockTester tester(TestContext context) {
		return context.hasApplicationContext()
				? context.getApplicationContext().getBeanProvider(LockTester.class).getIfUnique() : null;
	}

}
