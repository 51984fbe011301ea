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
 * A transaction has ended before its lock is released: two applications raise one number
 * in one database, on a real lock server.
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
	void noUpdateIsLostWhateverTheOrderOfTheAnnotations(Class<? extends Raise> raise, CapturedOutput output) {
		List<Integer> seen = raiseInTwoApplications(TransactionContexts.Enabled.class, raise);
		assertThat(this.database.read()).isEqualTo(2 * THREADS * TIMES);
		// Whoever has the lock sees what the one before has committed.
		assertThat(seen).containsExactlyInAnyOrderElementsOf(IntStream.range(0, 2 * THREADS * TIMES).boxed().toList());
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void updatesAreLostWhereTheLockIsInsideTheTransaction() {
		raiseInTwoApplications(TransactionContexts.Enabled.class, LockInside.class);
		assertThat(this.database.read()).isLessThan(2 * THREADS * TIMES);
	}

	@Test
	void orderThatPutsTransactionsOutsideIsWarnedOfAndLosesNoUpdate(CapturedOutput output) {
		raiseInTwoApplications(TransactionsOutside.class, LockFirst.class);
		assertThat(this.database.read()).isEqualTo(2 * THREADS * TIMES);
		assertThat(output).contains(WARNING).contains("order = -2147483648").contains("Leave the order out");
	}

	private List<Integer> raiseInTwoApplications(Class<?> configuration, Class<? extends Raise> raise) {
		List<Integer> seen = new ArrayList<>();
		ApplicationContextRunner application = TransactionContexts.on(this.database)
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.host=" + redis.server().host(),
					"spring.data.redis.port=" + redis.server().port(), "spring.data.redis.timeout=5s",
					"spring.data.redis.lettuce.shutdown-timeout=0")
			.withUserConfiguration(configuration, raise);
		application.run((one) -> application.run((two) -> {
			CountDownLatch start = new CountDownLatch(1);
			List<CompletableFuture<List<Integer>>> all = new ArrayList<>();
			for (Raise bean : List.of(one.getBean(Raise.class), two.getBean(Raise.class))) {
				IntStream.range(0, THREADS).forEach((thread) -> all.add(Background.run(() -> raise(bean, start))));
			}
			start.countDown();
			all.forEach((values) -> seen.addAll(values.join()));
		}));
		return seen;
	}

	private static List<Integer> raise(Raise bean, CountDownLatch start) {
		try {
			start.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return IntStream.range(0, TIMES).mapToObj((time) -> bean.raise()).toList();
	}

	interface Raise {

		int raise();

	}

	static class LockFirst implements Raise {

		private final Database database;

		LockFirst(Database database) {
			this.database = database;
		}

		@Override
		@DistributedLock(key = "counter", waitTime = "60s")
		@Transactional
		public int raise() {
			return this.database.raise();
		}

	}

	static class TransactionFirst implements Raise {

		private final Database database;

		TransactionFirst(Database database) {
			this.database = database;
		}

		@Override
		@Transactional
		@DistributedLock(key = "counter", waitTime = "60s")
		public int raise() {
			return this.database.raise();
		}

	}

	static class LockInside implements Raise {

		private final Database database;

		private final LockService locks;

		LockInside(Database database, LockService locks) {
			this.database = database;
			this.locks = locks;
		}

		@Override
		@Transactional
		public int raise() {
			LockRequest counter = LockRequest.of("counter").withWaitTime(LockRequest.FOREVER);
			this.locks.run(counter, this.database::raise);
			// The rest of the transaction: the next one has the lock by now, and reads
			// what
			// was before this.
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = Ordered.HIGHEST_PRECEDENCE)
	static class TransactionsOutside {

	}

}
