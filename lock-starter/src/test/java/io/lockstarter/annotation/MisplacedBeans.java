package io.lockstarter.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.lockstarter.DistributedLock;
import reactor.core.publisher.Mono;

/** Beans whose locks no proxy can keep, each for one reason. */
final class MisplacedBeans {

	private MisplacedBeans() {
	}

	static class PrivateMethod {

		@SuppressWarnings({ "UnusedMethod", "UnusedVariable" })
		@DistributedLock(key = "k")
		private void run(long id) {
		}

	}

	static class StaticMethod {

		@DistributedLock(key = "k")
		public static void run(long id) {
		}

	}

	static class FinalMethod {

		@DistributedLock(key = "k")
		public final void run(long id) {
		}

	}

	@DistributedLock("k")
	static class FinalMethodOfClass {

		public final void run(long id) {
		}

	}

	static final class FinalClass {

		@DistributedLock(key = "k")
		public void run(long id) {
		}

	}

	static class Reactive {

		@DistributedLock(key = "k")
		public Mono<String> run(long id) {
			return Mono.empty();
		}

	}

	static class PlainFuture {

		@DistributedLock(key = "k")
		public Future<String> run(long id) {
			return new CompletableFuture<>();
		}

	}

	static class OwnFuture {

		@DistributedLock(key = "k")
		public MyFuture run(long id) {
			return new MyFuture();
		}

	}

	static class MyFuture extends CompletableFuture<String> {

	}

	static class OutsideOfInterface implements Runnable {

		@DistributedLock(key = "k")
		public void run(long id) {
		}

		@Override
		public void run() {
		}

	}

	static final class FinalWithInterface implements Runnable {

		@Override
		@DistributedLock(key = "k")
		public void run() {
		}

	}

}
