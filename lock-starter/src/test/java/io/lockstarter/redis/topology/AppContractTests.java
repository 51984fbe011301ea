package io.lockstarter.redis.topology;

import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.LockStoreContractTests;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

/**
 * Tests the contract on the store of an application, which all tests of a class share.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class AppContractTests extends LockStoreContractTests {

	private @Nullable App app;

	String client() {
		return "lettuce";
	}

	abstract App start();

	abstract List<EmbeddedRedis> masters();

	@BeforeAll
	void startApp() {
		this.app = start();
		// The first connection may take long, especially with TLS.
		await().ignoreExceptions().until(() -> store().inspect("key").isEmpty());
	}

	@AfterAll
	void stopApp() {
		requireNonNull(this.app).close();
	}

	@BeforeEach
	void flush() {
		masters().forEach((master) -> master.command("FLUSHALL"));
	}

	@Override
	protected LockStore store() {
		return requireNonNull(this.app).store();
	}

}
