package io.lockstarter.aop;

import io.lockstarter.DistributedLock;

/** Declares beans whose calls no proxy can lock, each for another reason. */
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
