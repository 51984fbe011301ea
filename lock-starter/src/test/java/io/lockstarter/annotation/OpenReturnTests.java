package io.lockstarter.annotation;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockNotAcquiredException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Methods whose declared type does not tell that the work goes on. */
class OpenReturnTests {

	@Test
	void lockIsHeldUntilAStageBehindATypeVariableIsComplete() {
		LockedContexts.with(Template.class).run((context) -> {
			CompletableFuture<String> own = new CompletableFuture<>();
			CompletableFuture<String> result = context.getBean(Template.class).run(() -> own);
			assertThat(LockedContexts.isTaken(context, "template")).isTrue();
			own.complete("done");
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("done");
			assertThat(LockedContexts.isTaken(context, "template")).isFalse();
			assertThat(context.getBean(Template.class).<String>run(() -> "value")).isEqualTo("value");
			assertThat(LockedContexts.isTaken(context, "template")).isFalse();
		});
	}

	@Test
	void lockIsHeldUntilAStageBehindAGenericInterfaceIsComplete() {
		LockedContexts.with(FutureSource.class).run((context) -> {
			FutureSource bean = context.getBean(FutureSource.class);
			CompletableFuture<String> result = bean.get();
			assertThat(LockedContexts.isTaken(context, "source")).isTrue();
			bean.complete();
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS);
			assertThat(LockedContexts.isTaken(context, "source")).isFalse();
		});
	}

	@Test
	void nextCallOnTheSameThreadIsNotNestedInAPendingStage() {
		LockedContexts.with(Template.class).run((context) -> {
			Template bean = context.getBean(Template.class);
			CompletableFuture<String> own = new CompletableFuture<>();
			CompletableFuture<String> result = bean.run(() -> own);
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> bean.run(() -> "beside it"));
			own.complete("done");
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS);
			assertThat(bean.<String>run(() -> "after it")).isEqualTo("after it");
		});
	}

	@Test
	void pendingStageOutlivesTheCallThatItIsNestedIn() {
		LockedContexts.with(Template.class).run((context) -> {
			Template bean = context.getBean(Template.class);
			CompletableFuture<String> own = new CompletableFuture<>();
			CompletableFuture<String> result = bean.<Supplier<CompletableFuture<String>>>run(() -> {
				CompletableFuture<String> pending = bean.run(() -> own);
				assertThat(bean.<String>run(() -> "nested")).isEqualTo("nested");
				return () -> pending;
			}).get();
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> bean.run(() -> "beside it"));
			own.complete("done");
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS);
			assertThat(LockedContexts.isTaken(context, "template")).isFalse();
		});
	}

	@Test
	void workThatIsNotOverIsRefusedWhereOnlyTheResultTells() {
		LockedContexts.with(Template.class).run((context) -> {
			Template bean = context.getBean(Template.class);
			Callable<String> later = () -> "later";
			assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(() -> bean.run(() -> later))
				.withMessageContaining("whose work is not over");
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> bean.run(() -> new FutureTask<>(later)));
			assertThat(LockedContexts.isTaken(context, "template")).isFalse();
		});
	}

	@Test
	void workThatIsNotOverIsRefusedBehindAnInterface() {
		LockedContexts.with(Starter.class).run((context) -> {
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> context.getBean(Starter.class).run())
				.withMessageContaining("returned a java.util.concurrent.FutureTask, whose work is not over");
			assertThat(LockedContexts.isTaken(context, "starter")).isFalse();
		});
	}

	@Test
	void callableIsRefusedAtStartUp() {
		LockedContexts.with(Calling.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("returns Callable: the work is done after the method has returned"));
	}

	static class Template {

		@DistributedLock(key = "template", waitTime = "0")
		public <T> T run(Supplier<T> work) {
			return work.get();
		}

	}

	static class Starter {

		@DistributedLock(key = "starter", waitTime = "0")
		public Runnable run() {
			return new FutureTask<>(() -> "later");
		}

	}

	interface Source<T> {

		@DistributedLock(key = "source", waitTime = "0")
		T get();

	}

	abstract static class AbstractSource<T> implements Source<T> {

		abstract T value();

		@Override
		public T get() {
			return value();
		}

	}

	static class FutureSource extends AbstractSource<CompletableFuture<String>> {

		private final CompletableFuture<String> own = new CompletableFuture<>();

		@Override
		CompletableFuture<String> value() {
			return this.own;
		}

		void complete() {
			this.own.complete("done");
		}

	}

	static class Calling {

		@DistributedLock(key = "k")
		public Callable<String> run() {
			return () -> "later";
		}

	}

}
