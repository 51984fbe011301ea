package io.lockstarter.aop;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnBusy;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances call a job at each tick, and one of them runs it. The other one does not
 * wait until the minimum hold is over, although all other locks wait without limit.
 */
class SkippedJobTests {

	private static final int TICKS = 3;

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private static RedisFixture redis;

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	void eachTickRunsOnOneInstance() {
		AtomicInteger runs = new AtomicInteger();
		instance(runs).run((one) -> instance(runs).run((two) -> {
			for (int tick = 1; tick <= TICKS; tick++) {
				CountDownLatch both = new CountDownLatch(2);
				List<CompletableFuture<Void>> calls = List.of(call(one.getBean(Job.class), both),
						call(two.getBean(Job.class), both));
				assertThat(calls).allSatisfy((call) -> assertThat(call).succeedsWithin(LIMIT));
				assertThat(runs).as("runs after tick %s", tick).hasValue(tick);
				redis.command("FLUSHALL"); // the minimum hold is over
			}
		}));
	}

	private static CompletableFuture<Void> call(Job job, CountDownLatch both) {
		return CompletableFuture.runAsync(() -> {
			both.countDown();
			try {
				both.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			job.report();
		}, (task) -> new Thread(task).start());
	}

	private static ApplicationContextRunner instance(AtomicInteger runs) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class,
					DistributedLockAnnotationAutoConfiguration.class))
			.withBean(RedisConnectionFactory.class, () -> RedisFixture.ready(redis.connect(RedisClient.LETTUCE)))
			.withBean(Job.class, () -> new Job(runs))
			.withPropertyValues("distributed-lock.wait-time=forever", "distributed-lock.shutdown-timeout=0");
	}

	static class Job {

		private final AtomicInteger runs;

		Job(AtomicInteger runs) {
			this.runs = runs;
		}

		@DistributedLock(key = "report", onBusy = OnBusy.SKIP, minHold = "10m")
		public void report() {
			this.runs.incrementAndGet();
		}

	}

}
