package io.lockstarter.transaction;

import java.util.function.BiConsumer;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockLostException;
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
				assertThat(locks.release("a", locks.inspect("a").orElseThrow().token())).isTrue();
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
				assertThat(context.getBean(LockService.class).inspect("a").orElseThrow().type()).isEqualTo(type);
				assertThat(database.committed()).isZero();
			});
			assertThat(database.committed()).isEqualTo(1);
			assertThat(isLocked(context)).isFalse();
		});
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

		@Transactional
		@DistributedLock("a")
		public void exclusive(Runnable work) {
			work.run();
		}

		@Transactional
		@DistributedLock(key = "a", type = LockType.FAIR)
		public void fair(Runnable work) {
			work.run();
		}

		@Transactional
		@DistributedLock(key = "a", type = LockType.READ)
		public void read(Runnable work) {
			work.run();
		}

		@Transactional
		@DistributedLock(key = "a", type = LockType.WRITE)
		public void write(Runnable work) {
			work.run();
		}

		@Transactional
		@DistributedLock(key = "a", type = LockType.SEMAPHORE, permits = 2)
		public void permit(Runnable work) {
			work.run();
		}

	}

}
