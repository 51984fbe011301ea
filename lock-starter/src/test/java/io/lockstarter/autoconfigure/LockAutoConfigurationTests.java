package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockListener;
import io.lockstarter.LockService;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.engine.Watchdog;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.testsupport.Renewals;
import jakarta.annotation.PostConstruct;
import org.junit.jupiter.api.Test;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LockAutoConfigurationTests {

	/** A short ttl would end if the machine stalls before the renewal. */
	private static final String RENEW_SOON = "distributed-lock.watchdog.interval=500ms";

	@Test
	void autoConfigurationIsRegistered() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null)).contains(LockAutoConfiguration.class.getName(),
				DistributedLockAnnotationAutoConfiguration.class.getName());
	}

	@Test
	void lockServiceUsesTheRedisOfTheApplication() {
		LockContexts.redis().run((context) -> {
			assertThat(context).hasSingleBean(LockService.class).hasSingleBean(Watchdog.class);
			assertThat(context).getBean(LockStore.class).isInstanceOf(RedisLockStore.class);
		});
	}

	@Test
	void locksInMemoryNeedNoRedis() {
		LockContexts.memory().run((context) -> {
			assertThat(context).getBean(LockStore.class).isInstanceOf(InMemoryLockStore.class);
			LockService locks = context.getBean(LockService.class);
			try (LockHandle handle = locks.acquire("order:42")) {
				assertThat(handle.isHeld()).isTrue();
			}
			assertThat(locks.inspect("order:42")).isEmpty();
		});
	}

	@Test
	void storeNameIgnoresCase() {
		LockContexts.redis()
			.withPropertyValues("distributed-lock.store=MEMORY")
			.run((context) -> assertThat(context).getBean(LockStore.class).isInstanceOf(InMemoryLockStore.class));
	}

	@Test
	void unknownStoreIsNamed() {
		LockContexts.redis()
			.withPropertyValues("distributed-lock.store=etcd")
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("etcd"));
	}

	@Test
	void noBeansAreDefinedIfDisabled() {
		LockContexts.memory()
			.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockService.class)
				.doesNotHaveBean(LockStore.class)
				.doesNotHaveBean(LockThreads.class)
				.doesNotHaveBean(LockProperties.class));
	}

	@Test
	void ownLockServiceReplacesAllBeans() {
		LockContexts.memory().run((other) -> {
			LockService own = other.getBean(LockService.class);
			LockContexts.redis()
				.withBean("own", LockService.class, () -> own)
				.run((context) -> assertThat(context).hasSingleBean(LockService.class)
					.doesNotHaveBean(LockStore.class)
					.doesNotHaveBean(LockThreads.class)
					.doesNotHaveBean(LockLifecycle.class));
		});
	}

	@Test
	void ownStoreIsUsedWithoutRedis() {
		InMemoryLockStore own = new InMemoryLockStore();
		LockContexts.memory()
			.withPropertyValues("distributed-lock.store=redis")
			.withBean("own", LockStore.class, () -> own)
			.run((context) -> {
				assertThat(context).getBean(LockStore.class).isSameAs(own);
				try (LockHandle handle = context.getBean(LockService.class).acquire("order:42")) {
					assertThat(own.inspect("order:42").orElseThrow().token()).isEqualTo(handle.token());
				}
			});
		LockContexts.memory()
			.withBean("own", LockStore.class, () -> own)
			.run((context) -> assertThat(context).getBean(LockStore.class).isSameAs(own));
	}

	@Test
	void ownThreadsAreUsed() {
		LockThreads own = new LockThreads(MonotonicClock.system());
		LockContexts.memory()
			.withBean("own", LockThreads.class, () -> own)
			.run((context) -> assertThat(context).getBean(LockThreads.class).isSameAs(own));
	}

	@Test
	void otherBeansMayHaveTheObviousNames() {
		LockContexts.memory()
			.withBean("lockService", Object.class, Object::new)
			.withBean("lockStore", Object.class, Object::new)
			.withBean("watchdog", Object.class, Object::new)
			.run((context) -> assertThat(context).hasSingleBean(LockService.class));
	}

	@Test
	void everyListenerBeanIsCalled() {
		CopyOnWriteArrayList<String> called = new CopyOnWriteArrayList<>();
		LockContexts.memory()
			.withBean("one", LockListener.class, () -> new Recording("one", called))
			.withBean("two", LockListener.class, () -> new Recording("two", called))
			.run((context) -> context.getBean(LockService.class).acquire("order:42").close());
		await().untilAsserted(() -> assertThat(called).containsExactlyInAnyOrder("one order:42", "two order:42"));
	}

	@Test
	void locksWorkBeforeAllBeansAreCreated() {
		LockContexts.memory()
			.withPropertyValues(RENEW_SOON)
			.withUserConfiguration(EarlyLockUser.class)
			.run((context) -> assertThat(context).getBean(EarlyLockUser.class).extracting("renewed").isEqualTo(true));
	}

	@Test
	void locksAreRenewedWithLazyBeans() {
		LockContexts.memory()
			.withPropertyValues(RENEW_SOON)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(isRenewed(context.getBean(LockService.class))).isTrue());
	}

	@Test
	void configuredTtlAndNameReachTheStore() {
		LockContexts.memory()
			.withPropertyValues("distributed-lock.ttl=7m", "spring.application.name=my shop")
			.run((context) -> {
				LockService locks = context.getBean(LockService.class);
				try (LockHandle handle = locks.acquire("order:42")) {
					LockInfo info = locks.inspect(handle.key()).orElseThrow();
					assertThat(info.holder().remaining()).isBetween(Duration.ofMinutes(6), Duration.ofMinutes(7));
					assertThat(info.holder().instance().orElseThrow()).startsWith("my_shop-");
				}
			});
	}

	private static boolean isRenewed(LockService locks) {
		LockHandle handle = locks.acquire("renewed");
		return Renewals.awaitRenewal(handle) && handle.release();
	}

	private record Recording(String name, CopyOnWriteArrayList<String> called) implements LockListener {

		@Override
		public void acquired(LockEvent.Acquired event) {
			this.called.add(this.name + " " + event.key());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyLockUser {

		private final LockService locks;

		boolean renewed;

		EarlyLockUser(LockService locks) {
			this.locks = locks;
		}

		@PostConstruct
		void useLock() {
			this.renewed = isRenewed(this.locks);
		}

		@Bean
		String laterBean() {
			return "later";
		}

	}

}
