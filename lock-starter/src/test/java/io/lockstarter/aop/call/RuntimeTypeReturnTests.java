package io.lockstarter.aop.call;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.aop.LockedContexts;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

/** Verifies methods whose declared type does not show that the work continues. */
class RuntimeTypeReturnTests {

	@Test
	void lockIsHeldUntilAStageBehindATypeVariableIsComplete() {
		LockedContexts.with(Template.class).run((context) -> {
			CompletableFuture<String> own = new CompletableFuture<>();
			CompletableFuture<String> result = context.getBean(Template.class).run(() -> own);
			assertThat(LockedContexts.isLocked(context, "template")).isTrue();
			own.complete("done");
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("done");
			assertThat(LockedContexts.isLocked(context, "template")).isFalse();
			assertThat(context.getBean(Template.class).<String>run(() -> "value")).isEqualTo("value");
			assertThat(LockedContexts.isLocked(context, "template")).isFalse();
		});
	}

	@Test
	void lockIsHeldUntilAStageBehindAGenericInterfaceIsComplete() {
		LockedContexts.with(FutureSource.class).run((context) -> {
			FutureSource bean = context.getBean(FutureSource.class);
			CompletableFuture<String> result = bean.get();
			Awaitility.await().until(() -> LockedContexts.isLocked(context, "source"));
			bean.complete();
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS);
			assertThat(LockedContexts.isLocked(context, "source")).isFalse();
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
	void pendingStageOutlivesTheEnclosingCall() {
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
			assertThat(LockedContexts.isLocked(context, "template")).isFalse();
		});
	}

	@Test
	void unfinishedWorkIsRefusedWhenOnlyTheResultShowsIt() {
		LockedContexts.with(Template.class).run((context) -> {
			Template bean = context.getBean(Template.class);
			Callable<String> later = () -> "later";
			assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(() -> bean.run(() -> later))
				.withMessageContaining("Its work is not over");
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> bean.run(() -> new FutureTask<>(later)));
			assertThat(LockedContexts.isLocked(context, "template")).isFalse();
		});
	}

	@Test
	void unfinishedWorkIsRefusedBehindAnInterface() {
		LockedContexts.with(Starter.class).run((context) -> {
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> context.getBean(Starter.class).run())
				.withMessageContaining("returned a java.util.concurrent.FutureTask. Its work is not over");
			assertThat(LockedContexts.isLocked(context, "starter")).isFalse();
		});
	}

	@Test
	void lockIsHeldUntilAStageBehindAClassIsComplete() {
		LockedContexts.with(ClassSource.class).run((context) -> {
			CompletableFuture<String> stage = new CompletableFuture<>();
			Base own = mock(Base.class, withSettings().extraInterfaces(CompletionStage.class)
				.defaultAnswer((call) -> call.getMethod().invoke(stage, call.getArguments())));
			assertThat(context.getBean(ClassSource.class).run(own)).isSameAs(own);
			assertThat(LockedContexts.isLocked(context, "class")).isTrue();
			stage.complete("done");
			await().until(() -> !LockedContexts.isLocked(context, "class"));
			assertThat(context.getBean(ClassSource.class).run(new Base())).isNotNull();
			assertThat(LockedContexts.isLocked(context, "class")).isFalse();
		});
	}

	@Test
	void unfinishedWorkIsRefusedBehindAClass() {
		LockedContexts.with(ClassSource.class).run((context) -> {
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> context.getBean(ClassSource.class)
					.run(mock(Base.class, withSettings().extraInterfaces(Future.class))))
				.withMessageContaining("Its work is not over");
			assertThat(LockedContexts.isLocked(context, "class")).isFalse();
		});
	}

	@Test
	void resultOfADeclaredTypeMayAlsoBeCallable() {
		LockedContexts.with(ClassSource.class, OptionalSource.class).run((context) -> {
			OwnCallable job = new OwnCallable();
			assertThat(context.getBean(ClassSource.class).run(job)).isSameAs(job);
			assertThat(context.getBean(ClassSource.class).find(job)).containsSame(job);
			assertThat(context.getBean(ClassSource.class).named(job)).isSameAs(job);
			assertThat(LockedContexts.isLocked(context, "class")).isFalse();
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> context.getBean(OptionalSource.class).run(Optional.of(job)))
				.withMessageContaining("OwnCallable. Its work is not over");
		});
	}

	@Test
	void unfinishedWorkIsRefusedInsideAnOptional() {
		LockedContexts.with(Template.class, OptionalSource.class).run((context) -> {
			CompletableFuture<String> pending = new CompletableFuture<>();
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> context.getBean(Template.class).run(() -> Optional.of(pending)));
			OptionalSource bean = context.getBean(OptionalSource.class);
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> bean.run(Optional.of(pending)));
			assertThat(LockedContexts.isLocked(context, "optional")).isFalse();
			assertThat(bean.run(Optional.of("value"))).contains("value");
			assertThat(bean.run(Optional.empty())).isEmpty();
			pending.complete("done");
			assertThat(bean.run(Optional.of(pending))).contains(pending);
		});
	}

	@Test
	void callableIsRefusedAtStartUp() {
		LockedContexts.with(Calling.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("returns Callable: the work continues after the method has returned"));
	}

	static class Template {

		@DistributedLock(key = "template", waitTime = "0")
		public <T> T run(Supplier<T> work) {
			return work.get();
		}

	}

	interface Named {

	}

	static class Base implements Named {

	}

	static class ClassSource {

		@DistributedLock(key = "class", waitTime = "0")
		public <T extends Base> T run(T value) {
			return value;
		}

		@DistributedLock(key = "class", waitTime = "0")
		public Optional<Base> find(Base value) {
			return Optional.of(value);
		}

		@DistributedLock(key = "class", waitTime = "0")
		public Named named(Base value) {
			return value;
		}

	}

	static class OptionalSource {

		@DistributedLock(key = "optional", waitTime = "0")
		public <T> Optional<T> run(Optional<T> value) {
			return value;
		}

	}

	static class OwnCallable extends Base implements Callable<String> {

		@Override
		public String call() {
			return "later";
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
