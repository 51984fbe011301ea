package io.lockstarter.aop;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.aop.call.LockInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The fallback of a woven method is searched in the class that declares the method. */
class AbstractFallbackTests {

	@Test
	void wovenCallUsesTheFallbackOfAnAbstractClass() {
		LockedContexts.with().run((context) -> {
			LockInterceptor interceptor = context.getBean(LockInterceptor.class);
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "abstract");
			assertThat(interceptor.forWovenClasses().invoke(new Call("run"))).isEqualTo("fallback");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> interceptor.forWovenClasses().invoke(new Call("without")));
			elsewhere.release();
			assertThat(interceptor.forWovenClasses().invoke(new Call("run"))).isEqualTo("ran");
		});
	}

	abstract static class Parent {

		@DistributedLock(key = "abstract", waitTime = "0", fallbackMethod = "fallback")
		public String run() {
			return "ran";
		}

		@DistributedLock(key = "abstract", waitTime = "0", fallbackMethod = "inTheSubclass")
		public String without() {
			return "ran";
		}

		String fallback() {
			return "fallback";
		}

	}

	static class Child extends Parent {

	}

	/** Represents a call that a woven class makes. */
	record Call(String name) implements MethodInvocation {

		@Override
		public Method getMethod() {
			try {
				return Parent.class.getMethod(this.name);
			}
			catch (NoSuchMethodException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public Object[] getArguments() {
			return new Object[0];
		}

		@Override
		public Object proceed() {
			return "ran";
		}

		@Override
		public Object getThis() {
			return new Child();
		}

		@Override
		public AccessibleObject getStaticPart() {
			return getMethod();
		}

	}

}
