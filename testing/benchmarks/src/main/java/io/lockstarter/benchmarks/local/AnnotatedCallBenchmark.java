package io.lockstarter.benchmarks.local;

import java.util.concurrent.TimeUnit;

import com.baomidou.lock.spring.boot.autoconfigure.LockAutoConfiguration;
import com.baomidou.lock.spring.boot.autoconfigure.RedisTemplateLockAutoConfiguration;
import io.lockstarter.LockService;
import io.lockstarter.store.LockStore;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Measures the cost of the annotation. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class AnnotatedCallBenchmark {

	@SuppressWarnings("NullAway.Init")
	private ConfigurableApplicationContext context;

	@SuppressWarnings("NullAway.Init")
	private Orders orders;

	private long id;

	@Setup
	public void start() {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("logging.level.root=warn")
			.run();
		this.orders = this.context.getBean(Orders.class);
	}

	@TearDown
	public void stop() {
		this.context.close();
	}

	@Benchmark
	public long annotated() {
		return this.orders.annotated(this.id++ & 1023);
	}

	@Benchmark
	public long byHand() {
		return this.orders.byHand(this.id++ & 1023);
	}

	/**
	 * An application without a lock server, and without lock4j, which is on the class
	 * path.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { LockAutoConfiguration.class, RedisTemplateLockAutoConfiguration.class })
	static class Application {

		@Bean
		LockStore noLockStore() {
			return new NoLockStore();
		}

		@Bean
		Orders orders(LockService locks) {
			return new Orders(locks);
		}

	}

}
