package io.lockstarter.aop;

import org.aopalliance.intercept.MethodInvocation;

/**
 * Represents a call that can be made more than once, for example by each subscription.
 */
public interface RepeatableInvocation extends MethodInvocation {

	/**
	 * Creates a call of the same method with the same arguments.
	 * @return a call with its own array of arguments, which has not begun
	 */
	MethodInvocation copy();

}
