package io.lockstarter.aop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockServerException;
import io.lockstarter.aop.BusyBeans.FailingService;
import io.lockstarter.aop.BusyBeans.FallingBack;
import io.lockstarter.aop.BusyBeans.IntegerHandler;
import io.lockstarter.aop.BusyBeans.OfOptional;
import io.lockstarter.aop.BusyBeans.Skipping;
import io.lockstarter.aop.BusyBeans.WithoutFallback;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Verifies what the caller receives when the lock is busy (guarantee 77). */
class BusyTests {

	@Test
	void skippedMethodReturnsTheEmptyValueOfItsType() {
		busy(Skipping.class, (bean) -> {
			bean.nothing();
			assertThat(bean.object()).isNull();
			assertThat(bean.optional()).isEmpty();
			assertThat(bean.optionalInt()).isEmpty();
			assertThat(bean.list()).isEmpty();
			assertThat(bean.set()).isEmpty();
			assertThat(bean.collection()).isEmpty();
			assertThat(bean.arrayList()).isEmpty();
			assertThat(bean.iterable()).isEmpty();
			assertThat(bean.map()).isEmpty();
			assertThat(bean.stream()).isEmpty();
			assertThat(bean.array()).isEmpty();
			assertThat(bean.stage().toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS).isNull();
			assertThat(bean.future()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(Optional.empty());
		});
	}

	@Test
	void skippedGenericMethodReturnsTheEmptyValueOfTheResolvedType() {
		busy(OfOptional.class, (bean) -> assertThat(bean.get()).isEqualTo(Optional.empty()));
	}

	@Test
	void fallbackReceivesTheSameArguments() {
		busy(FallingBack.class, (bean) -> assertThat(bean.withArguments("a", 1)).isEqualTo("a1"));
	}

	@Test
	void fallbackReceivesTheException() {
		busy(FallingBack.class,
				(bean) -> assertThat(bean.withRefusal("a")).isInstanceOf(LockNotAcquiredException.class));
	}

	@Test
	void fallbackMayBeInheritedOrStatic() {
		busy(FallingBack.class, (bean) -> {
			assertThat(bean.toInherited()).isEqualTo("inherited");
			assertThat(bean.toStatic()).isEqualTo("static");
		});
	}

	@Test
	void fallbackOfAGenericMethodMayBeInASubclass() {
		busy(IntegerHandler.class, (bean) -> {
			assertThat(bean.handle(3)).isEqualTo("integer 3");
			assertThat(bean.other(4)).isEqualTo("number 4");
		});
	}

	@Test
	void fixForAGenericMethodHasTheTypesOfTheBean() {
		LockedContexts.with(WithoutFallback.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("add it: String busy(Integer)")
				.hasMessageContaining("handle(Integer)"));
	}

	@Test
	void fallbackReturnsAStageAPrimitiveOrNothing() {
		busy(FallingBack.class, (bean) -> {
			assertThat(bean.toStage().toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("later");
			assertThat(bean.toPrimitive()).isEqualTo(7);
			List<String> done = new ArrayList<>();
			bean.voidWithFallback(done);
			assertThat(done).containsExactly("fallen back");
		});
	}

	@Test
	void exceptionOfTheFallbackReachesTheCallerUnchanged() {
		busy(FallingBack.class, (bean) -> assertThatExceptionOfType(IOException.class).isThrownBy(bean::toFailing)
			.withMessage("from the fallback"));
	}

	@Test
	void fallbackIsNotCalledWhenTheLockIsAcquired() {
		LockedContexts.with(FallingBack.class)
			.run((context) -> assertThat(context.getBean(FallingBack.class).withArguments("a", 1)).isEqualTo("ran"));
	}

	@Test
	void exceptionThrownByTheMethodDoesNotMeanBusy() {
		LockedContexts.with(Skipping.class)
			.run((context) -> assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> context.getBean(Skipping.class).throwsLockNotAcquired())
				.withMessage("of another lock"));
	}

	@Test
	void failureOfTheLockServerIsNotBusy() {
		LockedContexts.with(Skipping.class, FallingBack.class, FailingService.class).run((context) -> {
			assertThatExceptionOfType(LockServerException.class)
				.isThrownBy(() -> context.getBean(Skipping.class).object());
			assertThatExceptionOfType(LockServerException.class)
				.isThrownBy(() -> context.getBean(FallingBack.class).withArguments("a", 1));
		});
	}

	@Test
	void interruptedWaitIsNotBusy() {
		LockedContexts.with(Skipping.class).run((context) -> {
			LockedContexts.holdElsewhere(context, "waiting");
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> context.getBean(Skipping.class).waiting())
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockNotAcquiredException.Reason.INTERRUPTED));
			assertThat(Thread.interrupted()).isTrue();
		});
	}

	private static <T> void busy(Class<T> type, Consumer<T> calls) {
		LockedContexts.with(type).run((context) -> {
			LockedContexts.holdElsewhere(context, "busy");
			calls.accept(context.getBean(type));
			assertThat(context.getBean(Requests.class).refused).isNotEmpty();
		});
	}

}
