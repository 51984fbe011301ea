package io.lockstarter.transaction;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.context.ApplicationContext;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Verifies transactions under all types of locks. */
class LockTypeTransactionTests {

	@ParameterizedTest
	@EnumSource(LockType.class)
	void transactionUnderALostLockRollsBack(LockType type) {
		run((context, database) -> {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> call(context, type, () -> {
				database.write(1);
				LockService locks = context.getBean(LockService.class);
				assertThat(locks.release("a", locks.inspect("a").orElseThrow().holder().token())).isTrue();
			}));
			assertThat(database.committed()).isZero();
			assertThat(isLocked(context)).isFalse();
		});
	}

	@ParameterizedTest
	@EnumSource(LockType.class)
	void lockIsHeldUntilTheCallersTransactionHasCommitted(LockType type) {
		run((context, database) -> {
			TransactionContexts.transaction(context).executeWithoutResult((status) -> {
				call(context, type, () -> database.write(1));
				assertThat(context.getBean(LockService.class).inspect("a").orElseThrow().holder().type())
					.isEqualTo(type);
				assertThat(database.committed()).isZero();
			});
			assertThat(database.committed()).isEqualTo(1);
			assertThat(isLocked(context)).isFalse();
		});
	}

	@ParameterizedTest
	@EnumSource(LockType.class)
	void callersTransactionRollsBackWhenTheLockIsLostAfterTheCall(LockType type) {
		run((context, database) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> TransactionContexts.transaction(context).executeWithoutResult((status) -> {
					call(context, type, () -> database.write(1));
					LockService locks = context.getBean(LockService.class);
					assertThat(locks.release("a", locks.inspect("a").orElseThrow().holder().token())).isTrue();
				}));
			assertThat(database.committed()).isZero();
			assertThat(isLocked(context)).isFalse();
		});
	}

	/** A caller that the lock excludes acquires it only after the commit. */
	@ParameterizedTest
	@EnumSource(LockType.class)
	void otherCallerIsExcludedUntilTheCommit(LockType type) {
		run((context, database) -> {
			LockService locks = context.getBean(LockService.class);
			AtomicLong seen = new AtomicLong(-1);
			CompletionStage<Void> other = TransactionContexts.transaction(context).execute((status) -> {
				call(context, type, () -> database.write(1));
				assertThat(locks.acquireAsync(opposite(type).withWaitTime(Duration.ZERO)))
					.failsWithin(Duration.ofSeconds(60))
					.withThrowableThat()
					.havingCause()
					.isInstanceOf(LockNotAcquiredException.class);
				return locks.acquireAsync(opposite(type).withWaitTime(Duration.ofSeconds(60))).thenAccept((handle) -> {
					seen.set(database.committed());
					handle.close();
				});
			});
			assertThat(other.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
			assertThat(seen).hasValue(1);
		});
	}

	private static LockRequest opposite(LockType type) {
		LockRequest request = LockRequest.of("a");
		return switch (type) {
			case READ -> request.withType(LockType.WRITE);
			case WRITE -> request.withType(LockType.READ);
			case SEMAPHORE -> request.withType(type).withPermits(1);
			default -> request.withType(type);
		};
	}

	private static boolean isLocked(ApplicationContext context) {
		return context.getBean(LockService.class).inspect("a").isPresent();
	}

	private static void call(ApplicationContext context, LockType type, Runnable work) {
		Typed typed = context.getBean(Typed.class);
		switch (type) {
			case EXCLUSIVE -> typed.exclusive(work);
			case FAIR -> typed.fair(work);
			case READ -> typed.read(work);
			case WRITE -> typed.write(work);
			case SEMAPHORE -> typed.permit(work);
		}
	}

	private static void run(BiConsumer<ApplicationContext, Database> check) {
		TransactionContexts.with(Typed.class).run((context) -> check.accept(context, context.getBean(Database.class)));
	}

	static class Typed {

		// Types that cannot share a fixed key are refused, so this is a placeholder.
		private static final String KEY = "#<'a'>";

		@Transactional
		@DistributedLock(Typed.KEY)
		public void exclusive(Runnable work) {
			work.run();
		}

		@Transactional
		@DistributedLock(key = Typed.KEY, type = LockType.FAIR)
		public void fair(Runnable work) {
			work.run();
		}

		@Transactional
		@DistributedLock(key = Typed.KEY, type = LockType.READ)
		public void read(Runnable work) {
			work.run();
		}

		@Transactional
		@DistributedLock(key = Typed.KEY, type = LockType.WRITE)
		public void write(Runnable work) {
			work.run();
		}

		@Transactional
		@DistributedLock(key = Typed.KEY, type = LockType.SEMAPHORE, permits = 1)
		public void permit(Runnable work) {
			work.run();
		}

	}

}
