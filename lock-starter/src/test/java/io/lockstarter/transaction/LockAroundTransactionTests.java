package io.lockstarter.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A transaction ends before its lock is released. Two applications increment one number
 * in one database, with a real lock server.
 */
@ExtendWith(OutputCaptureExtension.class)
class LockAroundTransactionTests {

	private static final int THREADS = 4;

	private static final int TIMES = 25;

	private static final String WARNING = "puts @Transactional outside of @DistributedLock";

	private static RedisFixture redis;

	private final Database database = new Database();

	@BeforeAll
	static void startRedis() {
		redis = RedisFixture.start();
	}

	@AfterAll
	static void stopRedis() {
		redis.close();
	}

	@ParameterizedTest
	@ValueSource(classes = { LockFirst.class, TransactionFirst.class })
	void noUpdateIsLostInAnyOrderOfTheAnnotations(Class<? extends Increment> increment, CapturedOutput output) {
		List<Integer> seen = incrementInTwoApplications(TransactionContexts.Enabled.class, increment);
		assertThat(this.database.read()).isEqualTo(2 * THREADS * TIMES);
		// Each holder sees the commit of the holder before it.
		assertThat(seen).containsExactlyInAnyOrderElementsOf(IntStream.range(0, 2 * THREADS * TIMES).boxed().toList());
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void updatesAreLostWhenTheLockIsInsideTheTransaction() {
		incrementInTwoApplications(TransactionContexts.Enabled.class, LockInside.class);
		assertThat(this.database.read()).isLessThan(2 * THREADS * TIMES);
	}

	@Test
	void transactionOutsideOfTheLockLogsAWarningAndLosesNoUpdate(CapturedOutput output) {
		incrementInTwoApplications(TransactionsOutside.class, LockFirst.class);
		assertThat(this.database.read()).isEqualTo(2 * THREADS * TIMES);
		assertThat(output).contains(WARNING).contains("order = -2147483648").contains("Remove the order");
	}

	private List<Integer> incrementInTwoApplications(Class<?> configuration, Class<? extends Increment> increment) {
		List<Integer> seen = new ArrayList<>();
		ApplicationContextRunner application = TransactionContexts.on(this.database)
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.host=" + redis.server().host(),
					"spring.data.redis.port=" + redis.server().port(), "spring.data.redis.timeout=5s",
					"spring.data.redis.lettuce.shutdown-timeout=0")
			.withUserConfiguration(configuration, increment);
		application.run((one) -> application.run((two) -> {
			CountDownLatch start = new CountDownLatch(1);
			List<CompletableFuture<List<Integer>>> all = new ArrayList<>();
			for (Increment bean : List.of(one.getBean(Increment.class), two.getBean(Increment.class))) {
				IntStream.range(0, THREADS).forEach((thread) -> all.add(Background.run(() -> increment(bean, start))));
			}
			start.countDown();
			all.forEach((values) -> seen.addAll(values.join()));
		}));
		return seen;
	}

	private static List<Integer> increment(Increment bean, CountDownLatch start) {
		try {
			start.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return IntStream.range(0, TIMES).mapToObj((time) -> bean.increment()).toList();
	}

	interface Increment {

		int increment();

	}

	static class LockFirst implements Increment {

		private final Database database;

		LockFirst(Database database) {
			this.database = database;
		}

		@Override
		@DistributedLock(key = "counter", waitTime = "60s")
		@Transactional
		public int increment() {
			return this.database.increment();
		}

	}

	static class TransactionFirst implements Increment {

		private final Database database;

		TransactionFirst(Database database) {
			this.database = database;
		}

		@Override
		@Transactional
		@DistributedLock(key = "counter", waitTime = "60s")
		public int increment() {
			return this.database.increment();
		}

	}

	static class LockInside implements Increment {

		private final Database database;

		private final LockService locks;

		LockInside(Database database, LockService locks) {
			this.database = database;
			this.locks = locks;
		}

		@Override
		@Transactional
		public int increment() {
			LockRequest counter = LockRequest.of("counter").withWaitTime(LockRequest.FOREVER);
			this.locks.run(counter, this.database::increment);
			// The transaction continues here, but the next holder already has the lock.
			// It reads the value from before this transaction.
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = Ordered.HIGHEST_PRECEDENCE)
	static class TransactionsOutside {

	}

}
