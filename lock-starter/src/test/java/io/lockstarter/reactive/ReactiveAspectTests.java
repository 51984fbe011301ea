package io.lockstarter.reactive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.aop.LockedContexts;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/** Verifies that aspects of the application run inside the lock of a reactive method. */
class ReactiveAspectTests {

	@Test
	void adviceRunsForEachSubscription() {
		LockedContexts.with(Application.class).run((context) -> {
			assertThat(context).hasNotFailed();
			List<String> calls = context.getBean(Recorder.class).calls;
			Mono<String> pay = context.getBean(Shop.class).pay("42", null);
			assertThat(calls).isEmpty();
			for (int i = 1; i <= 2; i++) {
				assertThat(pay.block(Duration.ofSeconds(20))).isEqualTo("42 under k");
				assertThat(calls).hasSize(2 * i).endsWith("before 42 under k", "after pay");
			}
		});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAspectJAutoProxy
	@Import({ Recorder.class, Shop.class })
	static class Application {

	}

	@Aspect
	static class Recorder {

		final List<String> calls = new CopyOnWriteArrayList<>();

		@Before("execution(* io.lockstarter.reactive.ReactiveAspectTests.Shop.pay(..)) && args(id, handle)")
		void before(String id, LockHandle handle) {
			this.calls.add("before " + id + " under " + handle.key());
		}

		@AfterReturning("execution(* io.lockstarter.reactive.ReactiveAspectTests.Shop.pay(..))")
		void after(JoinPoint call) {
			this.calls.add("after " + call.getSignature().getName());
		}

	}

	static class Shop {

		@DistributedLock(key = "k")
		public Mono<String> pay(String id, @Nullable LockHandle handle) {
			return Mono.fromSupplier(() -> id + " under " + ((handle != null) ? handle.key() : "none"));
		}

	}

}
