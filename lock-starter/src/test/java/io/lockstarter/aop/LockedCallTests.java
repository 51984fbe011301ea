package io.lockstarter.aop;

import java.io.IOException;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

/** Verifies the exceptions, the handle and the keys of a call (guarantees 75 and 82). */
class LockedCallTests {

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void exceptionOfTheMethodComesOutUnchanged(boolean proxyTargetClass) {
		LockedContexts.with(Calls.class)
			.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
			.run((context) -> {
				IOException failure = new IOException("of the method");
				assertThatExceptionOfType(IOException.class)
					.isThrownBy(() -> context.getBean(Api.class).throwing(failure))
					.isSameAs(failure)
					.withNoCause()
					.satisfies((ex) -> assertThat(ex.getSuppressed()).isEmpty());
				assertThat(LockedContexts.isLocked(context, "call")).isFalse();
			});
	}

	@Test
	void failedReleaseIsASuppressedException() {
		LockedContexts.with(Calls.class, FailingRelease.class).run((context) -> {
			IOException failure = new IOException("of the method");
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> context.getBean(Api.class).throwing(failure))
				.isSameAs(failure);
			assertThat(failure.getSuppressed()).singleElement()
				.satisfies((suppressed) -> assertThat(suppressed).hasMessage("release"));
		});
	}

	@Test
	void failingListenerHasNoEffect() {
		LockedContexts.with(Calls.class, BrokenListener.class).run((context) -> {
			assertThat(context.getBean(Api.class).handle(null, "x")).isNotNull();
			assertThat(LockedContexts.isLocked(context, "call")).isFalse();
		});
	}

	@Test
	void parameterReceivesTheHandleAndIgnoresTheArgument() {
		LockedContexts.with(Calls.class).run((context) -> {
			LockHandle other = LockedContexts.holdElsewhere(context, "other");
			for (LockHandle passed : new @Nullable LockHandle[] { null, other }) {
				LockHandle handle = context.getBean(Api.class).handle(passed, "x");
				assertThat(handle.key()).isEqualTo("call");
				assertThat(handle.isHeld()).isFalse();
			}
			assertThat(other.isHeld()).isTrue();
		});
	}

	@Test
	void currentHandleEndsWithTheCall() {
		LockedContexts.with(Calls.class).run((context) -> {
			context.getBean(Api.class).handle(null, "x");
			assertThatIllegalStateException().isThrownBy(LockHandle::current);
		});
	}

	@Test
	void nestedCallOnTheSameThreadReceivesANestedHold() {
		LockedContexts.with(Calls.class).run((context) -> {
			LockHandle outer = context.getBean(LockService.class).acquire("call");
			assertThat(context.getBean(Api.class).handle(null, "x").token()).isEqualTo(outer.token());
			assertThat(outer.release()).isTrue();
		});
	}

	interface Api {

		void throwing(IOException failure) throws IOException;

		LockHandle handle(@Nullable LockHandle handle, String other);

	}

	static class Calls implements Api {

		@Override
		@DistributedLock(key = "call", waitTime = "0")
		public void throwing(IOException failure) throws IOException {
			throw failure;
		}

		@Override
		@DistributedLock(key = "call", waitTime = "0")
		public LockHandle handle(@Nullable LockHandle handle, String other) {
			assertThat(handle).isNotNull().isSameAs(LockHandle.current());
			assertThat(handle.isHeld()).isTrue();
			return handle;
		}

	}

	@Configuration
	static class FailingRelease {

		@Bean
		LockService lockService() {
			LockHandle handle = mock(LockHandle.class);
			willThrow(new IllegalStateException("release")).given(handle).close();
			LockService service = mock(LockService.class);
			given(service.acquire(any(LockRequest.class))).willReturn(handle);
			return service;
		}

	}

	static class BrokenListener implements LockListener {

		@Override
		public void acquired(LockEvent.Acquired event) {
			throw new IllegalStateException("broken");
		}

		@Override
		public void released(LockEvent.Released event) {
			throw new IllegalStateException("broken");
		}

	}

}
