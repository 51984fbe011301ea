package io.lockstarter.docs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.lockstarter.DistributedLock;

import org.springframework.core.annotation.AliasFor;
import org.springframework.stereotype.Service;

/** Uses each place of the annotation once. */
final class Placements {

	private Placements() {
	}

	@Service
	@DistributedLock(key = "ledger")
	static class Ledger {

		public void open() {
		}

		@DistributedLock(key = "ledger:#<year>")
		public void close(int year) {
		}

	}

	interface Shipping {

		@DistributedLock(key = "parcel:#<id>")
		void send(long id);

	}

	@Service
	static class ParcelShipping implements Shipping {

		@Override
		public void send(long number) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(ttl = "1m", waitTime = "10s")
	@interface AccountLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String value();

	}

	@Service
	static class Accounts {

		@AccountLock("account:#<id>")
		public void close(long id) {
		}

	}

}
