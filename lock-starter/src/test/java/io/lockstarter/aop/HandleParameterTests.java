package io.lockstarter.aop;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import jakarta.validation.constraints.NotNull;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;

/** Combinations that cannot work with a handle parameter are refused. */
class HandleParameterTests {

	@ParameterizedTest
	@ValueSource(
			classes = { CachedByAll.class, PutByAll.class, EvictedByAll.class, SeveralByAll.class, CachedClass.class })
	void cacheByAllArgumentsIsRefused(Class<?> bean) {
		LockedContexts.with(bean)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining("is cached by all its arguments")
				.hasMessageContaining("@Cacheable(key = \"#id\")"));
	}

	@ParameterizedTest
	@ValueSource(classes = { CachedByKey.class, CachedClassAndMethod.class })
	void cacheWithAKeyIsAccepted(Class<?> bean) {
		LockedContexts.with(bean).run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(classes = { NotNullHandle.class, NotNullHandleOfInterface.class })
	void notNullHandleIsRefusedWhenArgumentsAreValidated(Class<?> bean) {
		LockedContexts.with(bean)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining("has a LockHandle with @NotNull"));
		LockedContexts.with(NotValidated.class).run((context) -> assertThat(context).hasNotFailed());
	}

	static class CachedByAll {

		@Cacheable("c")
		@DistributedLock(key = "k")
		public String run(long id, LockHandle lock) {
			return "x";
		}

	}

	static class PutByAll {

		@CachePut("c")
		@DistributedLock(key = "k")
		public String run(long id, LockHandle lock) {
			return "x";
		}

	}

	static class EvictedByAll {

		@CacheEvict("c")
		@DistributedLock(key = "k")
		public void run(long id, LockHandle lock) {
		}

	}

	static class SeveralByAll {

		@Caching(cacheable = @Cacheable("c"))
		@DistributedLock(key = "k")
		public String run(long id, LockHandle lock) {
			return "x";
		}

	}

	@Cacheable("c")
	static class CachedClass {

		@DistributedLock(key = "k")
		public String run(long id, LockHandle lock) {
			return "x";
		}

	}

	@Cacheable("c")
	static class CachedClassAndMethod {

		@Cacheable(cacheNames = "c", key = "#id")
		@DistributedLock(key = "k")
		public String run(long id, LockHandle lock) {
			return "x";
		}

		@CacheEvict(cacheNames = "c", allEntries = true)
		@DistributedLock(key = "k")
		public String evict(long id, LockHandle lock) {
			return "x";
		}

	}

	static class CachedByKey {

		@Cacheable(cacheNames = "c", key = "#id")
		@DistributedLock(key = "k")
		public String run(long id, LockHandle lock) {
			return "x";
		}

		@Cacheable(cacheNames = "c", keyGenerator = "mine")
		@DistributedLock(key = "k")
		public String generated(long id, LockHandle lock) {
			return "x";
		}

		@CacheEvict(cacheNames = "c", allEntries = true)
		@DistributedLock(key = "k")
		public void evictAll(long id, LockHandle lock) {
		}

		@Cacheable("c")
		@DistributedLock(key = "k")
		public String withoutHandle(long id) {
			return "x";
		}

	}

	@Validated
	static class NotNullHandle {

		@DistributedLock(key = "k")
		public void run(long id, @NotNull LockHandle lock) {
		}

	}

	interface Validating {

		void run(long id, @NotNull LockHandle lock);

	}

	@Validated
	static class NotNullHandleOfInterface implements Validating {

		@Override
		@DistributedLock(key = "k")
		public void run(long id, LockHandle lock) {
		}

	}

	static class NotValidated {

		@DistributedLock(key = "k")
		public void run(long id, @NotNull LockHandle lock) {
		}

	}

}
