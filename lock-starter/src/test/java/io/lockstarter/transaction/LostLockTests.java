package io.lockstarter.transaction;

import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** A transaction under a lost lock does not commit, and its caller receives the loss. */
class LostLockTests {

	@Test
	void transactionOfTheLockedMethodRollsBack() {
		rollsBack((app) -> app.locked.runTransactional(() -> {
			app.database.write(1);
			app.lose("a");
		}));
	}

	@Test
	void transactionInsideTheLockedMethodRollsBack() {
		rollsBack((app) -> app.locked.run(() -> app.transaction().executeWithoutResult((status) -> {
			app.database.write(1);
			app.lose("a");
		})));
	}

	@Test
	void transactionThatBeginsAfterTheLossRollsBack() {
		rollsBack((app) -> app.locked.run(() -> {
			app.lose("a");
			app.transaction().executeWithoutResult((status) -> app.database.write(1));
		}));
	}

	@Test
	void callersTransactionRollsBackWhenTheLockIsLostDuringTheCall() {
		rollsBack((app) -> app.transaction().executeWithoutResult((status) -> app.locked.run(() -> {
			app.database.write(1);
			app.lose("a");
		})));
	}

	@Test
	void callersTransactionRollsBackWhenTheLockIsLostAfterTheCall() {
		rollsBack((app) -> app.transaction().executeWithoutResult((status) -> {
			app.locked.runTransactional(() -> app.database.write(1));
			app.lose("a");
		}));
	}

	@Test
	void callersTransactionRollsBackWhenTheCallerCatchesTheLoss() {
		rollsBack((app) -> app.transaction().executeWithoutResult((status) -> {
			assertLost(() -> app.locked.runTransactional(() -> {
				app.database.write(1);
				app.lose("a");
			}));
			app.database.write(2);
		}));
	}

	@Test
	void newTransactionInsideTheCallersTransactionRollsBack() {
		rollsBack((app) -> app.transaction().executeWithoutResult((status) -> app.locked.runInNewTransaction(() -> {
			app.database.write(1);
			app.lose("a");
		})));
	}

	@Test
	void nestedTransactionInsideTheCallersTransactionRollsBack() {
		rollsBack((app) -> app.transaction().executeWithoutResult((status) -> {
			app.database.write(1);
			TransactionTemplate nested = app.transaction();
			nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
			app.locked.run(() -> nested.executeWithoutResult((savepoint) -> {
				app.database.write(2);
				app.lose("a");
			}));
		}));
	}

	@Test
	void lossOfAnOuterLockRollsBack() {
		rollsBack((app) -> app.locked
			.run(() -> app.locked.runUnderAnother(() -> app.transaction().executeWithoutResult((status) -> {
				app.database.write(1);
				app.lose("a");
			}))));
	}

	@Test
	void lossOfOneOfSeveralKeysRollsBack() {
		rollsBack((app) -> app.locked.runUnderTwo(() -> app.transaction().executeWithoutResult((status) -> {
			app.database.write(1);
			app.lose("a");
		})));
	}

	@Test
	void lossOfALockServiceLockRollsBack() {
		rollsBack((app) -> app.service()
			.run(LockRequest.of("a"), () -> app.transaction().executeWithoutResult((status) -> {
				app.database.write(1);
				app.lose("a");
			})));
	}

	@Test
	void lossInACallbackBeforeTheCommitRollsBack() {
		rollsBack((app) -> app.transaction().executeWithoutResult((status) -> {
			app.locked.run(() -> app.database.write(1));
			registerBeforeCommit(() -> app.lose("a"));
		}));
	}

	@Test
	void lossInACallbackBeforeTheCompletionRollsBack() {
		rollsBack((app) -> app.transaction().executeWithoutResult((status) -> {
			app.locked.run(() -> app.database.write(1));
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void beforeCompletion() {
					app.lose("a");
				}
			});
		}));
	}

	@Test
	void lossOfALockThatACallbackAcquiredRollsBack() {
		rollsBack((app) -> app.transaction().executeWithoutResult((status) -> {
			registerBeforeCommit(() -> app.locked.run(() -> app.database.write(1)));
			registerBeforeCommit(() -> app.lose("a"));
		}));
	}

	@Test
	void ignoredLossLetsTheMethodsTransactionCommit() {
		commits((app) -> app.locked.runTransactionalIgnoring(() -> {
			app.database.write(1);
			app.lose("a");
		}));
	}

	@Test
	void ignoredLossLetsTheCallersTransactionCommit() {
		commits((app) -> app.transaction().executeWithoutResult((status) -> {
			app.locked.runIgnoring(() -> app.database.write(1));
			app.lose("a");
		}));
	}

	@Test
	void ignoredLossOfOneKeyLetsTheTransactionCommit() {
		commits((app) -> app.locked.runUnderTwo(() -> app.transaction().executeWithoutResult((status) -> {
			app.database.write(1);
			app.lose("b");
		})));
	}

	@Test
	void lockReleasedByTheMethodIsNotLost() {
		commits((app) -> app.locked.runTransactional(() -> {
			app.database.write(1);
			LockHandle.current().release();
		}));
		commits((app) -> app.transaction().executeWithoutResult((status) -> app.locked.run(() -> {
			app.database.write(1);
			LockHandle.current().release();
		})));
	}

	@Test
	void lossInAnEarlierCallLetsTheNextTransactionCommit() {
		commits((app) -> {
			assertLost(() -> app.locked.run(() -> app.lose("a")));
			app.transaction().executeWithoutResult((status) -> app.database.write(1));
		});
	}

	@Test
	void exceptionOfTheMethodComesOutAsItIs() {
		run((app) -> {
			assertThatIllegalStateException().isThrownBy(() -> app.locked.runTransactional(() -> {
				app.database.write(1);
				throw new IllegalStateException("of the method");
			})).withMessage("of the method").satisfies((ex) -> assertThat(ex.getSuppressed()).isEmpty());
			assertThat(app.database.committed()).isZero();
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	private static void registerBeforeCommit(Runnable beforeCommit) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void beforeCommit(boolean readOnly) {
				beforeCommit.run();
			}
		});
	}

	private static void rollsBack(Consumer<App> work) {
		run((app) -> {
			assertLost(() -> work.accept(app));
			assertThat(app.database.committed()).isZero();
			assertThat(app.isLocked("a")).isFalse();
			// The thread has no leftovers of the failed transaction.
			app.locked.runTransactional(() -> app.database.write(7));
			assertThat(app.database.committed()).isEqualTo(7);
		});
	}

	private static void commits(Consumer<App> work) {
		run((app) -> {
			work.accept(app);
			assertThat(app.database.committed()).isEqualTo(1);
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	private static void assertLost(ThrowingCallable call) {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(call)
			.satisfies((ex) -> assertThat(ex.key()).isEqualTo("a"));
	}

	private static void run(Consumer<App> check) {
		TransactionContexts.with(Locked.class).run((context) -> check.accept(new App(context)));
	}

}
