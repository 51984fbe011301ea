package io.lockstarter.aop.call;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockService;
import io.lockstarter.OnLost;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Verifies what the caller receives when the lock is lost while the method runs. */
class LossTests {

	@Test
	void lossIsThrownWhenTheMethodEnds() {
		run((bean, beans) -> assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> bean.fails(() -> LockedContexts.lose(beans, LockHandle.current()))));
	}

	@Test
	void lossIsAddedToTheExceptionOfTheMethod() {
		run((bean, beans) -> assertThatIllegalStateException().isThrownBy(() -> bean.fails(() -> {
			LockedContexts.lose(beans, LockHandle.current());
			throw new IllegalStateException("of the method");
		})).satisfies((ex) -> assertThat(ex.getSuppressed()).hasExactlyElementsOfTypes(LockLostException.class)));
	}

	@Test
	void handleReleasedByTheMethodIsNotLost() {
		run((bean, beans) -> bean.fails(() -> LockHandle.current().release()));
	}

	@Test
	void ignoreReturnsNormally() {
		run((bean, beans) -> bean.ignores(() -> LockedContexts.lose(beans, LockHandle.current())));
	}

	@Test
	void interruptEndsTheMethodAtOnce() {
		run((bean, beans) -> {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> bean.interrupts(() -> {
				LockedContexts.lose(beans, LockHandle.current());
				new CountDownLatch(1).await(20, TimeUnit.SECONDS);
				throw new AssertionError("not interrupted");
			})).satisfies((ex) -> assertThat(ex.getSuppressed()).hasExactlyElementsOfTypes(InterruptedException.class));
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		});
	}

	@Test
	void slowActionOnAnotherLossDoesNotDelayTheInterrupt() {
		CountDownLatch end = new CountDownLatch(1);
		run((bean, beans) -> {
			LockHandle other = beans.getBean(LockService.class).acquire("other");
			other.onLost(() -> await(end));
			LockedContexts.lose(beans, other);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> bean.interrupts(() -> {
				LockedContexts.lose(beans, LockHandle.current());
				new CountDownLatch(1).await(20, TimeUnit.SECONDS);
				throw new AssertionError("not interrupted");
			}));
			end.countDown();
		});
	}

	private static void await(CountDownLatch end) {
		try {
			assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void unnoticedInterruptIsCleared() {
		run((bean, beans) -> {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> bean.interrupts(() -> {
				LockedContexts.lose(beans, LockHandle.current());
				while (!Thread.currentThread().isInterrupted()) {
					Thread.onSpinWait();
				}
			}));
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		});
	}

	@Test
	void interruptFromOtherCodeIsKept() {
		run((bean, beans) -> {
			bean.interrupts(() -> Thread.currentThread().interrupt());
			assertThat(Thread.interrupted()).isTrue();
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> bean.interrupts(() -> {
				throw new InterruptedException("of the method");
			}));
		});
	}

	@Test
	void interruptIsNotSentAfterTheCall() {
		LossInterrupt interrupt = new LossInterrupt(Thread.currentThread());
		assertThat(interrupt.stop()).isFalse();
		interrupt.run();
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void outerCallIsInterruptedAfterTheInnerCallClearsItsInterrupt() {
		run((bean, beans) -> {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> bean.interrupts(() -> {
				LockHandle outer = LockHandle.current();
				assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> bean.interruptsInside(() -> {
					Thread thread = Thread.currentThread();
					LockedContexts.lose(beans, LockHandle.current());
					while (!thread.isInterrupted()) {
						Thread.onSpinWait();
					}
					LockedContexts.lose(beans, outer);
					Requests requests = beans.getBean(Requests.class);
					while (requests.lost.size() < 2) {
						Thread.onSpinWait();
					}
				}));
				new CountDownLatch(1).await(20, TimeUnit.SECONDS);
				throw new AssertionError("not interrupted");
			})).satisfies((ex) -> assertThat(ex.key()).isEqualTo("loss"));
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		});
	}

	private static void run(Check check) {
		LockedContexts.with(Losing.class).run((context) -> check.run(context.getBean(Losing.class), context));
	}

	interface Check {

		void run(Losing bean, BeanFactory beans) throws Exception;

	}

	interface Work {

		void run() throws InterruptedException;

	}

	static class Losing {

		@DistributedLock(key = "loss")
		public void fails(Work work) throws InterruptedException {
			work.run();
		}

		@DistributedLock(key = "loss", onLost = OnLost.IGNORE)
		public void ignores(Work work) throws InterruptedException {
			work.run();
		}

		@DistributedLock(key = "inner", onLost = OnLost.INTERRUPT)
		public void interruptsInside(Work work) throws InterruptedException {
			work.run();
		}

		@DistributedLock(key = "loss", onLost = OnLost.INTERRUPT)
		public void interrupts(Work work) throws InterruptedException {
			work.run();
		}

	}

}
