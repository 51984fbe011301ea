package io.lockstarter.reactive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.OnLost;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import io.lockstarter.internal.ThreadScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import org.springframework.transaction.support.DefaultTransactionDefinition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** Verifies locks that are acquired inside of reactive transactions, on a database. */
@Timeout(120)
class ReactiveTransactionLockTests {

	static final Duration LIMIT = Duration.ofSeconds(20);

	private static final LockRequest K = LockRequest.of("k").withWaitTime(Duration.ofSeconds(15));

	private static final LockRequest IMPATIENT = K.withWaitTime(Duration.ZERO);

	@Test
	void nextHolderReadsTheCommittedData() {
		run((app) -> {
			CompletableFuture<Integer> next = new CompletableFuture<>();
			Integer written = app.tx(app.locks.withLock(K, app.database.increment()).doOnNext((value) -> {
				assertThat(app.isLocked("k")).isTrue();
				app.locks.withLock(K, app.database.read()).subscribe(next::complete, next::completeExceptionally);
			})).block(LIMIT);
			assertThat(written).isEqualTo(1);
			assertThat(next.get(20, TimeUnit.SECONDS)).isEqualTo(1);
			app.awaitFree("k");
		});
	}

	@Test
	void annotatedMethodInTheTransactionOfItsCallerKeepsTheLock() {
		run((app) -> {
			Boolean kept = app.tx(app.shop.pay(app.database.increment()).map((value) -> app.isLocked("k")))
				.block(LIMIT);
			assertThat(kept).isTrue();
			assertThat(app.isLocked("k")).isFalse();
			assertThat(app.database.committed()).isEqualTo(1);
		});
	}

	@Test
	void fluxInATransactionKeepsTheLock() {
		run((app) -> {
			Flux<Integer> values = app.locks.withLock(K, Flux.just(1, 2));
			assertThat(app.tx(values.then(Mono.fromSupplier(() -> app.isLocked("k")))).block(LIMIT)).isTrue();
			assertThat(app.isLocked("k")).isFalse();
		});
	}

	@Test
	void lockIsReleasedAfterTheRollback() {
		run((app) -> {
			AtomicReference<Boolean> kept = new AtomicReference<>();
			Mono<Integer> failing = app.locks.withLock(K, app.database.increment()).flatMap((value) -> {
				kept.set(app.isLocked("k"));
				return Mono.error(new IllegalStateException("broken"));
			});
			assertThatIllegalStateException().isThrownBy(() -> app.tx(failing).block(LIMIT)).withMessage("broken");
			assertThat(kept.get()).isTrue();
			app.awaitFree("k");
			assertThat(app.database.committed()).isZero();
		});
	}

	@Test
	void failedWorkReleasesTheLockAfterTheRollback() {
		run((app) -> {
			Mono<Object> failing = app.locks.withLock(K, Mono.error(new IllegalStateException("broken")));
			assertThatIllegalStateException().isThrownBy(() -> app.tx(failing).block(LIMIT));
			app.awaitFree("k");
		});
	}

	@Test
	void methodThatThrowsKeepsTheLockUntilTheRollback() {
		run((app) -> {
			Mono<Boolean> handled = app.shop.refuse()
				.map((value) -> false)
				.onErrorResume(IllegalStateException.class, (failure) -> Mono.just(app.isLocked("k")));
			assertThat(app.tx(handled).block(LIMIT)).isTrue();
			assertThat(app.isLocked("k")).isFalse();
		});
	}

	@Test
	void transactionWithALostLockDoesNotCommit() {
		run((app) -> {
			Mono<Integer> work = app.locks.withLock(K, app.database.increment().zipWith(app.locks.current()))
				.map((result) -> {
					app.lose(result.getT2());
					return result.getT1();
				});
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.tx(work).block(LIMIT));
			assertThat(app.database.committed()).isZero();
			app.awaitFree("k");
		});
	}

	@Test
	void lossInACallbackBeforeTheCommitRollsBack() {
		run((app) -> {
			Mono<Integer> work = app.locks.withLock(K, app.database.increment().delayUntil((value) -> app.current()))
				.delayUntil((value) -> beforeCommit(Mono.fromRunnable(app::loseCurrent)));
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.tx(work).block(LIMIT));
			assertThat(app.database.committed()).isZero();
			app.awaitFree("k");
		});
	}

	@Test
	void lossInACallbackOfATransactionThatWasSuspendedRollsBack() {
		run((app) -> {
			Mono<Integer> work = app.locks.withLock(K, app.database.increment().delayUntil((value) -> app.current()))
				.delayUntil((value) -> app.newTx(app.database.read()))
				.delayUntil((value) -> beforeCommit(Mono.fromRunnable(app::loseCurrent)));
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.tx(work).block(LIMIT));
			assertThat(app.database.committed()).isZero();
			app.awaitFree("k");
		});
	}

	@Test
	void lossOfALockThatACallbackAcquiredRollsBack() {
		run((app) -> {
			LockRequest other = LockRequest.of("other");
			Mono<Integer> work = app.locks.withLock(K, app.database.increment())
				.delayUntil((value) -> beforeCommit(app.locks.withLock(other, app.current()).then()))
				.delayUntil((value) -> beforeCommit(Mono.fromRunnable(app::loseCurrent)));
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.tx(work).block(LIMIT))
				.satisfies((ex) -> assertThat(ex.key()).isEqualTo("other"));
			assertThat(app.database.committed()).isZero();
			app.awaitFree("k");
			app.awaitFree("other");
		});
	}

	@Test
	void lossDuringTheWorkFailsTheWork() {
		run((app) -> {
			Mono<Integer> work = app.locks.withLock(K,
					app.locks.current().doOnNext(app::lose).then(app.database.increment()));
			AtomicReference<Throwable> loss = new AtomicReference<>();
			Mono<Integer> handled = work.doOnError(loss::set).onErrorReturn(-1);
			// The transaction does not commit, even if the caller handles the loss.
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.tx(handled).block(LIMIT));
			assertThat(loss.get()).isInstanceOf(LockLostException.class);
			assertThat(app.database.committed()).isZero();
		});
	}

	@Test
	void annotatedMethodDecidesWhetherALossPreventsTheCommit() {
		run((app) -> {
			Mono<Integer> essential = app.shop.pay(app.database.increment().delayUntil((value) -> app.current()))
				.doOnNext((value) -> app.loseCurrent());
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.tx(essential).block(LIMIT));
			assertThat(app.database.committed()).isZero();
			Mono<Integer> ignored = app.shop.payAnyway(app.database.increment().delayUntil((value) -> app.current()))
				.doOnNext((value) -> app.loseCurrent());
			assertThat(app.tx(ignored).block(LIMIT)).isEqualTo(1);
			assertThat(app.database.committed()).isEqualTo(1);
		});
	}

	@Test
	void secondCallInTheSameTransactionIsNested() {
		run((app) -> {
			Mono<Integer> twice = app.locks.withLock(K, app.database.increment())
				.then(app.locks.withLock(IMPATIENT, app.database.increment()))
				.then(app.shop.pay(app.database.increment()))
				.flatMap((value) -> app.locks.acquire(IMPATIENT).flatMap(app.locks::release).thenReturn(value))
				.doOnNext((value) -> assertThat(app.isLocked("k")).isTrue());
			assertThat(app.tx(twice).block(LIMIT)).isEqualTo(3);
			assertThat(app.isLocked("k")).isFalse();
			assertThat(app.tx(twice).block(LIMIT)).as("another transaction").isEqualTo(6);
		});
	}

	@Test
	void twoTransactionsExcludeEachOther() {
		run((app) -> {
			CountDownLatch inside = new CountDownLatch(1);
			Disposable first = app.tx(app.locks.withLock(K, Mono.fromRunnable(inside::countDown)).then(Mono.never()))
				.subscribe();
			assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> app.tx(app.locks.withLock(IMPATIENT, app.database.increment())).block(LIMIT));
			first.dispose();
			app.awaitFree("k");
		});
	}

	@Test
	void innerTransactionSharesTheLocksAndReleasesItsOwn() {
		run((app) -> {
			LockRequest other = LockRequest.of("other");
			Mono<Integer> inner = app.newTx(app.locks.withLock(IMPATIENT, Mono.just(1))
				.then(app.locks.withLock(other, Mono.just(2)))
				.doOnNext((value) -> assertThat(app.isLocked("other")).isTrue()));
			Mono<Integer> outer = app.locks.withLock(K, app.database.increment()).then(inner).doOnNext((value) -> {
				assertThat(app.isLocked("k")).isTrue();
				assertThat(app.isLocked("other")).isFalse();
			}).then(app.locks.withLock(IMPATIENT, app.database.increment()));
			assertThat(app.tx(outer).block(LIMIT)).isEqualTo(2);
			assertThat(app.isLocked("k")).isFalse();
		});
	}

	@Test
	void workOutsideOfTheSuspendedTransactionIsNested() {
		run((app) -> {
			Mono<Integer> without = app.tx(TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
					app.locks.withLock(IMPATIENT, Mono.just(2)));
			assertThat(app.tx(app.locks.withLock(K, app.database.increment()).then(without)).block(LIMIT)).isEqualTo(2);
			app.awaitFree("k");
		});
	}

	@Test
	void callbackAfterTheCommitIsNested() {
		run((app) -> {
			CompletableFuture<Integer> nested = new CompletableFuture<>();
			Mono<Integer> work = app.locks.withLock(K, app.database.increment())
				.delayUntil((value) -> TransactionSynchronizationManager.forCurrentTransaction()
					.doOnNext((transaction) -> transaction.registerSynchronization(new TransactionSynchronization() {
						@Override
						public Mono<Void> afterCommit() {
							return app.locks.withLock(IMPATIENT, Mono.just(7)).doOnNext(nested::complete).then();
						}
					})));
			assertThat(app.tx(work).block(LIMIT)).isEqualTo(1);
			assertThat(nested).isCompletedWithValue(7);
			app.awaitFree("k");
		});
	}

	@Test
	void lockAroundTheTransactionIsKept() {
		run((app) -> {
			Mono<Integer> inside = app.tx(app.locks.withLock(IMPATIENT, app.database.increment()));
			Mono<Integer> around = app.locks.withLock(K, inside.doOnNext((value) -> {
				assertThat(app.isLocked("k")).isTrue();
				assertThat(app.database.committed()).isEqualTo(1);
			}));
			assertThat(around.block(LIMIT)).isEqualTo(1);
			assertThat(app.isLocked("k")).isFalse();
			assertThat(app.shop.payInTransaction(app.database.increment()).block(LIMIT)).isEqualTo(2);
			assertThat(app.isLocked("k")).isFalse();
		});
	}

	@Test
	void transactionInsideALostLockDoesNotCommit() {
		run((app) -> {
			Mono<Integer> losing = app.database.increment()
				.delayUntil((value) -> app.current())
				.doOnNext((value) -> app.loseCurrent());
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> app.locks.withLock(K, app.tx(losing)).block(LIMIT));
			assertThat(app.database.committed()).isZero();
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> app.shop.payInTransaction(losing).block(LIMIT));
			assertThat(app.database.committed()).isZero();
			app.awaitFree("k");
		});
	}

	@Test
	void codeAfterTheWorkIsNotInTheScopeOfItsLock() {
		run((app) -> {
			List<Boolean> inScope = new CopyOnWriteArrayList<>();
			Mono<Object> work = Mono.fromSupplier(() -> inScope.add(ThreadScope.current() != null));
			app.locks.withLock(K, work.flux())
				.doOnNext((value) -> inScope.add(ThreadScope.current() != null))
				.blockLast(LIMIT);
			assertThat(inScope).containsExactly(true, false);
		});
	}

	@Test
	void scopeWithoutATransactionDoesNotKeepTheLock() {
		run((app) -> {
			Mono<Boolean> work = app.locks.withLock(K, Mono.just(1)).map((value) -> app.isLocked("k"));
			assertThat(app.tx(TransactionDefinition.PROPAGATION_SUPPORTS, work).block(LIMIT)).isFalse();
		});
	}

	@Test
	void canceledTransactionReleasesTheLockAfterTheRollback() {
		run((app) -> {
			CountDownLatch written = new CountDownLatch(1);
			Disposable running = app
				.tx(app.locks.withLock(K, app.database.increment())
					.doOnNext((value) -> written.countDown())
					.then(Mono.never()))
				.subscribe();
			assertThat(written.await(20, TimeUnit.SECONDS)).isTrue();
			assertThat(app.isLocked("k")).isTrue();
			running.dispose();
			app.awaitFree("k");
			assertThat(app.database.committed()).isZero();
		});
	}

	@Test
	void canceledWorkReleasesTheLockAfterTheRollback() {
		run((app) -> {
			CountDownLatch started = new CountDownLatch(1);
			Disposable running = app
				.tx(app.locks.withLock(K,
						app.database.increment().doOnNext((value) -> started.countDown()).then(Mono.never())))
				.subscribe();
			assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
			running.dispose();
			app.awaitFree("k");
			assertThat(app.database.committed()).isZero();
		});
	}

	@Test
	void canceledWaitLeavesNothing() {
		run((app) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(app.context, "k");
			Disposable waiting = app.tx(app.locks.withLock(K, app.database.increment())).subscribe();
			waiting.dispose();
			elsewhere.close();
			app.awaitFree("k");
			assertThat(app.database.committed()).isZero();
		});
	}

	@Test
	void emptyWorkAndUnsubscribedWork() {
		run((app) -> {
			Mono<Boolean> empty = app.locks.withLock(K, Mono.<Boolean>empty())
				.switchIfEmpty(Mono.fromSupplier(() -> app.isLocked("k")));
			Mono<Boolean> transaction = app.tx(empty);
			assertThat(app.isLocked("k")).isFalse();
			assertThat(transaction.block(LIMIT)).isTrue();
			assertThat(app.isLocked("k")).isFalse();
		});
	}

	@Test
	void workThatOutlivesTheTransactionIsNotNested() {
		run((app) -> {
			CompletableFuture<ContextView> inside = new CompletableFuture<>();
			app.tx(app.locks.withLock(K, Mono.deferContextual((context) -> {
				inside.complete(context);
				return Mono.just(1);
			}))).block(LIMIT);
			CountDownLatch started = new CountDownLatch(1);
			Disposable first = app.locks.withLock(K, Mono.fromRunnable(started::countDown).then(Mono.never()))
				.contextWrite((context) -> context.putAll(inside.join()))
				.subscribe();
			assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> app.locks.withLock(IMPATIENT, Mono.just(2))
					.contextWrite((context) -> context.putAll(inside.join()))
					.block(LIMIT));
			first.dispose();
			app.awaitFree("k");
		});
	}

	/** Registers a callback of the current transaction. */
	private static Mono<Void> beforeCommit(Mono<Void> callback) {
		return TransactionSynchronizationManager.forCurrentTransaction()
			.doOnNext((transaction) -> transaction.registerSynchronization(new TransactionSynchronization() {
				@Override
				public Mono<Void> beforeCommit(boolean readOnly) {
					return callback;
				}
			}))
			.then();
	}

	private static void run(Check check) {
		LockedContexts.with(Transactions.class)
			.withConfiguration(
					AutoConfigurations.of(ReactiveLockAutoConfiguration.class, LockTransactionAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				check.run(new App(context.getSourceApplicationContext()));
			});
	}

	interface Check {

		void run(App app) throws Exception;

	}

	/** An application with a database and reactive transactions. */
	private static final class App {

		private final ConfigurableApplicationContext context;

		private final ReactiveLockService locks;

		private final ReactiveDatabase database;

		private final Shop shop;

		private final List<LockHandle> handles = new CopyOnWriteArrayList<>();

		App(ConfigurableApplicationContext context) {
			this.context = context;
			this.locks = context.getBean(ReactiveLockService.class);
			this.database = context.getBean(ReactiveDatabase.class);
			this.shop = context.getBean(Shop.class);
		}

		<T> Mono<T> tx(Mono<T> work) {
			return tx(TransactionDefinition.PROPAGATION_REQUIRED, work);
		}

		<T> Mono<T> newTx(Mono<T> work) {
			return tx(TransactionDefinition.PROPAGATION_REQUIRES_NEW, work);
		}

		<T> Mono<T> tx(int propagation, Mono<T> work) {
			return TransactionalOperator
				.create(this.context.getBean(ReactiveTransactionManager.class),
						new DefaultTransactionDefinition(propagation))
				.transactional(work);
		}

		boolean isLocked(String key) {
			return LockedContexts.isLocked(this.context, key);
		}

		void awaitFree(String key) {
			await().atMost(LIMIT).until(() -> !isLocked(key));
		}

		void lose(LockHandle handle) {
			LockedContexts.lose(this.context, handle);
		}

		/** Remembers the handle of the locked work. */
		Mono<LockHandle> current() {
			return this.locks.current().doOnNext(this.handles::add);
		}

		void loseCurrent() {
			lose(this.handles.get(this.handles.size() - 1));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@Import({ Shop.class, ReactiveDatabase.class })
	static class Transactions {

		@Bean
		ReactiveTransactionManager transactionManager(ReactiveDatabase database) {
			return new R2dbcTransactionManager(database.connections());
		}

	}

	static class Shop {

		@DistributedLock(key = "k")
		public Mono<Integer> pay(Mono<Integer> work) {
			return work;
		}

		@DistributedLock(key = "k")
		public Mono<Integer> refuse() {
			throw new IllegalStateException("broken");
		}

		@DistributedLock(key = "k", onLost = OnLost.IGNORE)
		public Mono<Integer> payAnyway(Mono<Integer> work) {
			return work;
		}

		@Transactional
		@DistributedLock(key = "k")
		public Mono<Integer> payInTransaction(Mono<Integer> work) {
			return work;
		}

	}

}
