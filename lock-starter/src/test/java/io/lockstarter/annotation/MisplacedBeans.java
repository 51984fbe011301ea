package io.lockstarter.annotation;

import io.lockstarter.DistributedLock;

/** Beans whose locks no proxy can keep, each for one reason. */
final class MisplacedBeans {

	private MisplacedBeans() {
	}

	static final class FinalClass {

		@DistributedLock(key = "k")
		public void run(long id) {
		}

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
