package io.lockstarter.transaction;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lockstarter.LockRequest;
import io.lockstarter.aop.HoldKeeper.Kept;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Verifies how long the hold of a call lasts if the caller has a transaction. */
@ExtendWith(OutputCaptureExtension.class)
class HoldUntilCompletionTests {

	@Test
	void holdEndsWithTheCallWithoutATransaction() {
		run((app) -> {
			app.locked.run(() -> assertThat(app.isLocked("a")).isTrue());
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	@Test
	void heldUntilTheCallersTransactionHasCommitted() {
		run((app) -> {
			app.transaction().executeWithoutResult((status) -> {
				app.locked.run(() -> app.database.write(1));
				assertThat(app.isLocked("a")).isTrue();
				assertThat(app.database.committed()).isZero();
			});
			assertThat(app.isLocked("a")).isFalse();
			assertThat(app.database.committed()).isEqualTo(1);
		});
	}

	@Test
	void nextHolderWaitsForTheCommit() {
		run((app) -> {
			CompletableFuture<Integer> next = app.transaction().execute((status) -> {
				app.locked.run(() -> app.database.write(1));
				return Background.run(() -> {
					int[] seen = new int[1];
					app.locked.run(() -> seen[0] = app.database.read());
					return seen[0];
				});
			});
			assertThat(next.join()).isEqualTo(1);
		});
	}

	@Test
	void heldUntilTheCallersTransactionIsRolledBack() {
		run((app) -> {
			assertThatIllegalStateException().isThrownBy(() -> app.transaction().executeWithoutResult((status) -> {
				app.locked.run(() -> app.database.write(1));
				assertThat(app.isLocked("a")).isTrue();
				throw new IllegalStateException("of the caller");
			})).withMessage("of the caller");
			assertThat(app.isLocked("a")).isFalse();
			assertThat(app.database.committed()).isZero();
		});
	}

	@Test
	void heldUntilARequestedRollback() {
		run((app) -> {
			app.transaction().executeWithoutResult((status) -> {
				status.setRollbackOnly();
				app.locked.runTransactional(() -> app.database.write(1));
				assertThat(app.isLocked("a")).isTrue();
			});
			assertThat(app.isLocked("a")).isFalse();
			assertThat(app.database.committed()).isZero();
		});
	}

	@Test
	void heldUntilATransactionEndsWithAnUnknownResult() {
		TransactionContexts.with(Locked.class, Breaking.class).run((context) -> {
			App app = new App(context);
			assertThatExceptionOfType(TransactionSystemException.class)
				.isThrownBy(() -> app.transaction().executeWithoutResult((status) -> {
					app.locked.run(() -> app.database.write(1));
					assertThat(app.isLocked("a")).isTrue();
				}));
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	@Test
	void failedCallKeepsItsExceptionAndItsHold() {
		run((app) -> {
			app.transaction().executeWithoutResult((status) -> {
				assertThatIllegalStateException().isThrownBy(() -> app.locked.run(() -> {
					throw new IllegalStateException("of the method");
				})).withMessage("of the method").satisfies((ex) -> assertThat(ex.getSuppressed()).isEmpty());
				assertThat(app.isLocked("a")).isTrue();
			});
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	@Test
	void secondCallInTheSameTransactionIsNestedAndHeldUntilItsEnd() {
		run((app) -> {
			app.transaction().executeWithoutResult((status) -> {
				app.locked.run(() -> app.locked.run(() -> assertThat(app.holds("a")).isEqualTo(2)));
				app.locked.run(() -> assertThat(app.holds("a")).isEqualTo(3));
				assertThat(app.holds("a")).isEqualTo(3);
			});
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	@Test
	void holdBelongsToTheTransactionThatIsActiveAtTheCall() {
		run((app) -> app.transaction().executeWithoutResult((outer) -> {
			app.newTransaction().executeWithoutResult((inner) -> {
				app.locked.run(() -> app.database.write(1));
				assertThat(app.isLocked("a")).isTrue();
			});
			assertThat(app.isLocked("a")).isFalse();
		}));
	}

	@Test
	void holdOfASuspendedTransactionOutlivesTheInnerTransaction() {
		run((app) -> {
			app.transaction().executeWithoutResult((outer) -> {
				app.locked.runInNewTransaction(() -> app.database.write(1));
				assertThat(app.database.committed()).isEqualTo(1);
				assertThat(app.isLocked("a")).isTrue();
				app.newTransaction().executeWithoutResult((inner) -> app.database.write(2));
				assertThat(app.isLocked("a")).isTrue();
			});
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	@Test
	void synchronizationWithoutATransactionKeepsNoHold() {
		run((app) -> {
			TransactionTemplate supports = app.transaction();
			supports.setPropagationBehavior(TransactionDefinition.PROPAGATION_SUPPORTS);
			supports.executeWithoutResult((status) -> {
				app.locked.run(() -> assertThat(app.isLocked("a")).isTrue());
				assertThat(app.isLocked("a")).isFalse();
			});
		});
	}

	@Test
	void holdLastsUntilTheTransactionEndsAfterTheStage() {
		run((app) -> {
			app.transaction().executeWithoutResult((status) -> {
				CompletableFuture<@Nullable String> work = new CompletableFuture<>();
				CompletableFuture<@Nullable String> stage = app.locked.start(() -> work);
				work.complete("done");
				assertThat(stage.join()).isEqualTo("done");
				assertThat(app.isLocked("a")).isTrue();
			});
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	@Test
	void callAfterACompleteStageInTheSameTransactionIsNested() {
		run((app) -> app.transaction().executeWithoutResult((status) -> {
			CompletableFuture<@Nullable String> stage = app.locked
				.start(() -> CompletableFuture.completedFuture("first"));
			assertThat(stage).isCompleted();
			assertThat(app.isLocked("a")).isTrue();
			assertThat(app.locked.start(() -> CompletableFuture.completedFuture("second")))
				.isCompletedWithValue("second");
		}));
	}

	@Test
	void methodThatReturnsAStageRunsOnTheThreadOfTheTransaction() {
		run((app) -> app.transaction().executeWithoutResult((status) -> {
			CompletableFuture<@Nullable String> stage = app.locked
				.start(() -> CompletableFuture.completedFuture(Thread.currentThread().getName()));
			assertThat(stage).isCompletedWithValue(Thread.currentThread().getName());
		}));
	}

	@Test
	void holdLastsUntilTheStageCompletesAfterTheTransaction() {
		run((app) -> {
			CompletableFuture<@Nullable String> work = new CompletableFuture<>();
			CompletableFuture<@Nullable String> stage = app.transaction()
				.execute((status) -> app.locked.start(() -> work));
			assertThat(app.isLocked("a")).isTrue();
			work.complete("done");
			assertThat(stage.join()).isEqualTo("done");
			assertThat(app.isLocked("a")).isFalse();
		});
	}

	@Test
	void lockOfTheLockServiceEndsInsideTheTransaction() {
		run((app) -> app.transaction().executeWithoutResult((status) -> {
			app.service().run(LockRequest.of("a"), () -> assertThat(app.isLocked("a")).isTrue());
			assertThat(app.isLocked("a")).isFalse();
		}));
	}

	@ParameterizedTest
	@ValueSource(classes = { IllegalArgumentException.class, StackOverflowError.class })
	void failedReleaseAffectsNeitherTheTransactionNorOtherLocks(Class<? extends Throwable> failure,
			CapturedOutput output) {
		run((app) -> {
			app.transaction().executeWithoutResult((status) -> {
				new TransactionHoldKeeper().keep(new BrokenHold(failure));
				app.locked.run(() -> app.database.write(1));
			});
			assertThat(app.isLocked("a")).isFalse();
			assertThat(app.database.committed()).isEqualTo(1);
			assertThat(output).contains("The lock could not be released after its transaction");
		});
	}

	private static void run(Consumer<App> check) {
		TransactionContexts.with(Locked.class).run((context) -> check.accept(new App(context)));
	}

	private record BrokenHold(Class<? extends Throwable> failure) implements Kept {

		@Override
		public void ensureHeld() {
		}

		@Override
		public void end() {
			ReflectionUtils.rethrowRuntimeException(BeanUtils.instantiateClass(this.failure));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Breaking {

		@Bean
		@Primary
		JdbcTransactionManager breaking(Database database) {
			return new JdbcTransactionManager(database.dataSource()) {

				@Override
				protected void doCommit(DefaultTransactionStatus status) {
					super.doCommit(status);
					throw new TransactionSystemException("the reply was lost");
				}

			};
		}

	}

}
