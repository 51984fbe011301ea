package io.lockstarter.aop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;
import io.lockstarter.OnBusy;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.awaitility.Awaitility.await;

/** Runs under the weaver's agent, and prints its results. */
final class WovenApplication {

	private WovenApplication() {
	}

	public static void main(String[] arguments) throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--distributed-lock.store=memory", "--distributed-lock.shutdown-timeout=0",
				"--spring.main.banner-mode=off", "--spring.main.web-application-type=none")) {
			// This is not a bean, so without weaving nothing would be locked.
			Woven woven = new Woven();
			print("self-invocation", woven.outer());
			print("private", woven.callPrivate());
			print("final", woven.locked());
			print("static", Woven.ofClass());
			print("class", new WovenByClass().run());
			print("composed", woven.composed(1));
			print("handle", woven.handle(null));
			LockedContexts.holdElsewhere(context, "busy");
			print("busy", (woven.busy() != null) ? "ran" : "skipped");
			Requests requests = context.getBean(Requests.class);
			requests.order.clear();
			// The call is woven and proxied. A hold that belongs to no thread cannot be
			// nested, so a second acquire would wait forever.
			context.getBean(Woven.class).stage().get(10, TimeUnit.SECONDS);
			// The event of an asynchronous release may come after its result.
			await().until(() -> requests.order.contains("-stage"));
			print("through the proxy", String.join(" ", requests.order));
			requests.acquired.clear();
			// Each subscription proceeds, on another thread than the caller.
			Mono<String> reactive = woven.reactive(null);
			print("reactive", reactive.block() + " " + reactive.block() + " " + requests.acquired.size());
			requests.acquired.clear();
			print("reactive through the proxy",
					context.getBean(Woven.class).reactive(null).block() + " " + requests.acquired.size());
			print("recursion", context.getBean(Woven.class).recursive(2));
		}
		print("refused without context", isRefused());
	}

	private static void print(String what, Object value) {
		System.out.println(what + ": " + value);
	}

	private static boolean isRefused() {
		try {
			new Woven().outer();
			return false;
		}
		catch (InvalidLockDefinitionException ex) {
			return true;
		}
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class })
	static class Application {

		@Bean
		Requests requests() {
			return new Requests();
		}

		@Bean
		Woven woven() {
			return new Woven();
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(key = "composed:#<id>")
	@interface Composed {

	}

	static class Woven {

		String outer() {
			return self();
		}

		@DistributedLock("mono")
		Mono<String> reactive(@Nullable LockHandle handle) {
			return Mono.just((handle != null) ? handle.key() : "none");
		}

		@DistributedLock(key = "self")
		public String self() {
			return LockHandle.current().key();
		}

		String callPrivate() {
			return hidden();
		}

		@DistributedLock(key = "private")
		private String hidden() {
			return LockHandle.current().key();
		}

		@DistributedLock(key = "final")
		public final String locked() {
			return LockHandle.current().key();
		}

		@DistributedLock(key = "static")
		static String ofClass() {
			return LockHandle.current().key();
		}

		@Composed
		public String composed(int id) {
			return LockHandle.current().key();
		}

		@DistributedLock(key = "handle")
		public String handle(@Nullable LockHandle handle) {
			return (handle != null) ? handle.key() : "none";
		}

		@DistributedLock(key = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		public @Nullable String busy() {
			return "ran";
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletableFuture<String> stage() {
			return CompletableFuture.completedFuture("done");
		}

		@DistributedLock(key = "recursion:#<depth>")
		public int recursive(int depth) {
			String key = LockHandle.current().key();
			if (!key.equals("recursion:" + depth)) {
				throw new AssertionError(key);
			}
			return (depth == 1) ? 1 : recursive(depth - 1) + 1;
		}

	}

	@DistributedLock(key = "class")
	static class WovenByClass {

		public String run() {
			return LockHandle.current().key();
		}

		@Override
		public String toString() {
			return "not locked";
		}

	}

}
