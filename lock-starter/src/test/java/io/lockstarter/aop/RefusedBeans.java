package io.lockstarter.aop;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnBusy;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Declares beans with wrong definitions, each for another reason. */
final class RefusedBeans {

	private RefusedBeans() {
	}

	static class NoKey {

		@DistributedLock
		public void run(long id) {
		}

	}

	static class SkipPrimitive {

		@DistributedLock(key = "k", onBusy = OnBusy.SKIP)
		public int run(long id) {
			return 1;
		}

	}

	@Lazy
	static class LazyBean {

		@DistributedLock(key = "k", ttl = "soon", maxHold = "later")
		public void run() {
		}

	}

	@Configuration
	static class NoKeyLater {

		@Bean
		@Lazy
		Object later() {
			return new NoKey();
		}

	}

}
