package io.lockstarter.aop;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.aop.TypedBeans.Calls;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Verifies annotated methods with all types of locks. */
class LockTypeAnnotationTests {

	private final ApplicationContextRunner runner = LockedContexts.with(TypedBeans.class)
		.withPropertyValues("shop.permits=2");

	@ParameterizedTest
	@EnumSource(LockType.class)
	void typeReachesTheRequestAndTheLockServer(LockType type) {
		this.runner.run((context) -> {
			Calls shop = calls(context);
			shop.run(type, () -> assertThat(locks(context).inspect("k").orElseThrow().holder().type()).isEqualTo(type));
			LockRequest request = context.getBean(Requests.class).acquired.get(0);
			assertThat(request.type()).isEqualTo(type);
			assertThat(request.permits()).isEqualTo((type == LockType.SEMAPHORE) ? 2 : 0);
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@ParameterizedTest
	@EnumSource(LockType.class)
	void lossOfEveryTypeReachesTheCaller(LockType type) {
		this.runner.run((context) -> assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> calls(context).run(type, () -> LockedContexts.lose(context, LockHandle.current()))));
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void busyLockOfEveryTypeIsSkippedOrFallsBack(LockType type) {
		this.runner.run((context) -> {
			LockHandle first = hold(context, (type == LockType.READ) ? LockType.WRITE : type);
			LockHandle second = (type == LockType.SEMAPHORE) ? hold(context, type) : null;
			Calls shop = calls(context);
			assertThat(shop.skipped(type)).isNull();
			assertThat(shop.fallingBack(type)).isEqualTo("instead");
			first.close();
			assertThat(shop.skipped(type)).isEqualTo("ran");
			assertThat(shop.fallingBack(type)).isEqualTo("ran");
			if (second != null) {
				second.close();
			}
		});
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void skipAndFallbackDoNotHideAnotherTypeOnTheKey(LockType type) {
		this.runner.run((context) -> {
			LockHandle other = hold(context, (type == LockType.FAIR) ? LockType.SEMAPHORE : LockType.FAIR);
			Calls shop = calls(context);
			assertConflict(() -> shop.skipped(type), type);
			assertConflict(() -> shop.fallingBack(type), type);
			other.close();
			LockHandle exclusive = hold(context, LockType.EXCLUSIVE);
			assertConflict(() -> shop.skipped(type), type);
			assertConflict(() -> shop.fallingBack(type), type);
			exclusive.close();
		});
	}

	@Test
	void skipOfAnExclusiveLockThatWaitsDoesNotHideAnotherType() {
		this.runner.run((context) -> {
			LockHandle other = hold(context, LockType.FAIR);
			assertConflict(() -> calls(context).beans().exclusiveSkipped(), LockType.EXCLUSIVE);
			other.close();
		});
	}

	private static void assertConflict(Runnable call, LockType type) {
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(call::run)
			.withMessageContaining(type.name())
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.TYPE_CONFLICT));
	}

	@Test
	void writerInsideAReaderIsRefusedEvenWithSkip() {
		this.runner.run((context) -> {
			Calls shop = calls(context);
			shop.run(LockType.READ,
					() -> assertThatExceptionOfType(LockNotAcquiredException.class)
						.isThrownBy(() -> shop.skipped(LockType.WRITE))
						.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.UPGRADE)));
			shop.run(LockType.WRITE, () -> assertThat(shop.skipped(LockType.READ)).isEqualTo("ran"));
		});
	}

	@Test
	void changedPropertyOfPermitsTakesEffectWithoutARestart() {
		this.runner.run((context) -> {
			LockHandle first = hold(context, LockType.SEMAPHORE);
			LockHandle second = hold(context, LockType.SEMAPHORE);
			Calls shop = calls(context);
			assertThat(shop.skipped(LockType.SEMAPHORE)).isNull();
			set(context, "shop.permits=3");
			assertThat(shop.skipped(LockType.SEMAPHORE)).isEqualTo("ran");
			set(context, "shop.permits=many");
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> shop.skipped(LockType.SEMAPHORE))
				.withMessageStartingWith(
						TypedBeans.class.getName() + ".permitSkipped(): permitsString = \"${shop.permits}\"")
				.withMessageContaining("'many'");
			first.close();
			second.close();
		});
	}

	private static void set(ConfigurableApplicationContext context, String property) {
		TestPropertyValues.of(property).applyTo(context);
	}

	@Test
	void configuredFencingDoesNotApplyToReadersAndSemaphores() {
		this.runner.withPropertyValues("distributed-lock.fencing=true").run((context) -> {
			for (LockType type : LockType.values()) {
				calls(context).run(type,
						() -> assertThat(LockHandle.current().fencingNumber().isPresent()).as(type.name())
							.isEqualTo(type.hasFencing()));
			}
		});
	}

	@Test
	void fencingNumbersOfFairAndWriteLocksRise() {
		this.runner.run((context) -> {
			Calls shop = calls(context);
			assertThat(shop.beans().fencedFair()).isLessThan(shop.beans().fencedFair());
			assertThat(shop.beans().fencedWrite()).isLessThan(shop.beans().fencedWrite());
		});
	}

	@Test
	void writeLockIsAcquiredIfReaderAndWriterHaveTheSameKey() {
		this.runner.run((context) -> {
			Consumer<LockType> expected = (
					type) -> assertThat(locks(context).inspect("shelf:1").orElseThrow().holders()).singleElement()
						.satisfies((holder) -> assertThat(holder.type()).isEqualTo(type));
			Calls shop = calls(context);
			shop.beans().copy(1, 1, () -> expected.accept(LockType.WRITE));
			shop.beans().copy(1, 2, () -> expected.accept(LockType.READ));
			shop.beans().copy(2, 1, () -> expected.accept(LockType.WRITE));
		});
	}

	@ParameterizedTest
	@EnumSource(LockType.class)
	void stageOfEveryTypeHoldsTheLockUntilItIsComplete(LockType type) {
		this.runner.run((context) -> {
			CompletableFuture<String> work = new CompletableFuture<>();
			CompletableFuture<String> result = calls(context).start(type, work);
			Awaitility.await().until(() -> LockedContexts.isLocked(context, "k"));
			assertThat(locks(context).inspect("k").orElseThrow().holder().type()).isEqualTo(type);
			work.complete("done");
			assertThat(result.join()).isEqualTo("done");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	private static LockHandle hold(BeanFactory beans, LockType type) {
		LockRequest request = LockRequest.of("k").withType(type);
		return locks(beans).acquireAsync((type == LockType.SEMAPHORE) ? request.withPermits(2) : request)
			.toCompletableFuture()
			.join();
	}

	private static Calls calls(BeanFactory beans) {
		return new Calls(beans.getBean(TypedBeans.class));
	}

	private static LockService locks(BeanFactory beans) {
		return beans.getBean(LockService.class);
	}

}
