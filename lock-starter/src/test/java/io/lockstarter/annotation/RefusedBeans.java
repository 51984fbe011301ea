package io.lockstarter.annotation;

import java.util.Optional;

import io.lockstarter.DistributedLock;
import io.lockstarter.IfBusy;
import io.lockstarter.LockNotAcquiredException;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Beans that cannot work, each for one reason. */
final class RefusedBeans {

	private RefusedBeans() {
	}

	static class NoKey {

		@DistributedLock
		public void run(long id) {
		}

	}

	static class UnknownParameter {

		@DistributedLock(key = "order:#<ide>")
		public void run(long id) {
		}

	}

	static class Touching {

		@DistributedLock(key = "#<a>#<b>")
		public void run(long a, long b) {
		}

	}

	static class UnknownProperty {

		@DistributedLock(key = "${no.such}")
		public void run(long id) {
		}

	}

	static class NoDuration {

		@DistributedLock(key = "k", ttl = "soon")
		public void run(long id) {
		}

	}

	static class UnknownDuration {

		@DistributedLock(key = "k", waitTime = "${no.such}")
		public void run(long id) {
		}

	}

	static class ShortTtl {

		@DistributedLock(key = "k", ttl = "10ms")
		public void run(long id) {
		}

	}

	static class NegativeWait {

		@DistributedLock(key = "k", waitTime = "-1s")
		public void run(long id) {
		}

	}

	static class Forever {

		@DistributedLock(key = "k", ttl = "forever")
		public void run(long id) {
		}

	}

	static class MinOverMax {

		@DistributedLock(key = "k", maxHold = "1m", minHold = "2m")
		public void run(long id) {
		}

	}

	static class Condition {

		@DistributedLock(key = "k", condition = "#ide > 1")
		public void run(long id) {
		}

	}

	static class ConditionSyntax {

		@DistributedLock(key = "k", condition = "#id > ")
		public void run(long id) {
		}

	}

	static class FenceOfSeveral {

		@DistributedLock(key = { "a", "b" }, fence = true)
		public void run() {
		}

	}

	static class SkipPrimitive {

		@DistributedLock(key = "k", ifBusy = IfBusy.SKIP)
		public int run(long id) {
			return 1;
		}

	}

	static class SkipAndFallback {

		@DistributedLock(key = "k", ifBusy = IfBusy.SKIP, fallbackMethod = "instead")
		public Optional<String> run(long id) {
			return Optional.empty();
		}

		Optional<String> instead(long id) {
			return Optional.empty();
		}

	}

	static class NoFallback {

		@DistributedLock(key = "k", fallbackMethod = "instead")
		public String run(long id) {
			return "";
		}

	}

	static class WrongFallback {

		@DistributedLock(key = "k", fallbackMethod = "instead")
		public String run(long id) {
			return "";
		}

		int instead(long id) {
			return 1;
		}

	}

	static class ThrowingFallback {

		@DistributedLock(key = "k", fallbackMethod = "instead")
		public void run(long id) {
		}

		void instead(long id) throws Exception {
		}

	}

	static class TwoFallbacks {

		@DistributedLock(key = "k", fallbackMethod = "instead")
		public void run(long id) {
		}

		void instead(long id) {
		}

		void instead(long id, LockNotAcquiredException refusal) {
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
