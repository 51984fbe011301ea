package io.lockstarter.aop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnBusy;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A scheduled job runs once per tick in a fleet of three. The ticks follow the clock, and
 * each run counts for the nearest tick. So the start time of each application does not
 * matter. A tick with a late run does not count: the minimum hold may have ended before
 * the run of a slow instance, and that run may be near to the next tick.
 */
class ScheduledJobTests {

	private static final int FLEET = 3;

	private static final int TICKS = 3;

	// The ticks are long enough for three instances to start within one, on a slow
	// machine.
	private static final Duration TICK = Duration.ofSeconds(2);

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
	void jobRunsOncePerTickInAFleet() {
		Runs runs = new Runs();
		inFleet(runs, () -> {
			long first = tickOf(System.currentTimeMillis()) + 1;
			Awaitility.await()
				.atMost(TICK.multipliedBy(TICKS * 10))
				.until(() -> runs.inTime(first, "withMinHold").size() > TICKS
						&& isRunTwice(runs.since(first, "withoutMinHold")));
			NavigableMap<Long, Long> withMinHold = runs.inTime(first, "withMinHold");
			assertThat(withMinHold.headMap(withMinHold.lastKey()).values()).hasSizeGreaterThanOrEqualTo(TICKS)
				.containsOnly(1L);
		});
	}

	// Without minHold, one run is over before the next instance tries.
	private static boolean isRunTwice(NavigableMap<Long, Long> withoutMinHold) {
		return withoutMinHold.values().stream().anyMatch((count) -> count > 1);
	}

	private static long tickOf(long millis) {
		return Math.round((double) millis / TICK.toMillis());
	}

	private static void inFleet(Runs runs, Runnable test) {
		List<ConfigurableApplicationContext> fleet = new ArrayList<>();
		try {
			for (int i = 0; i < FLEET; i++) {
				RedisConnectionFactory connections = RedisFixture.ready(redis.connect(RedisClient.LETTUCE));
				fleet.add(new SpringApplicationBuilder(Application.class).initializers((context) -> {
					context.getBeanFactory().registerSingleton("runs", runs);
					context.getBeanFactory().registerSingleton("connections", connections);
				})
					.run("--distributed-lock.shutdown-timeout=0", "--spring.main.banner-mode=off",
							"--spring.main.web-application-type=none"));
			}
			test.run();
		}
		finally {
			fleet.forEach(ConfigurableApplicationContext::close);
		}
	}

	static class Runs {

		private final List<JobRun> all = new CopyOnWriteArrayList<>();

		void add(String job) {
			this.all.add(JobRun.at(System.currentTimeMillis(), job));
		}

		/** Returns the runs of each tick, without ticks that have a late run. */
		NavigableMap<Long, Long> inTime(long first, String job) {
			NavigableMap<Long, Long> runs = since(first, job);
			this.all.stream().filter((ran) -> ran.job.equals(job) && ran.late).forEach((ran) -> runs.remove(ran.tick));
			return runs;
		}

		NavigableMap<Long, Long> since(long first, String job) {
			return this.all.stream()
				.filter((ran) -> ran.job.equals(job) && ran.tick >= first)
				.collect(Collectors.groupingBy(JobRun::tick, TreeMap::new, Collectors.counting()));
		}

	}

	record JobRun(String job, long tick, boolean late) {

		static JobRun at(long millis, String job) {
			long tick = tickOf(millis);
			long distance = Math.abs(millis - tick * TICK.toMillis());
			return new JobRun(job, tick, distance > TICK.toMillis() / 4);
		}

	}

	static class Jobs {

		private final Runs runs;

		Jobs(Runs runs) {
			this.runs = runs;
		}

		@Scheduled(cron = "*/2 * * * * *")
		@DistributedLock(key = "job:with-min-hold", minHold = "1400ms", onBusy = OnBusy.SKIP)
		public void withMinHold() {
			this.runs.add("withMinHold");
		}

		@Scheduled(cron = "*/2 * * * * *")
		@DistributedLock(key = "job:without-min-hold", onBusy = OnBusy.SKIP)
		public void withoutMinHold() {
			this.runs.add("withoutMinHold");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	@ImportAutoConfiguration({ LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class })
	static class Application {

		@Bean
		Jobs jobs(Runs runs) {
			return new Jobs(runs);
		}

	}

}
