package io.lockstarter.benchmarks.startup;

import java.io.IOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.embedded.jvm.ChildJvm;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * An application with the generated services and a Redis connection. It uses no class of
 * the starter, so it also runs without it. It reports the time until it has started, and
 * the heap and the classes after it has used Redis once. It ends when its input ends.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ComponentScan(AnnotatedServices.PACKAGE)
public class StartupApplication {

	private static final Duration POLL = Duration.ofMillis(100);

	/** Work in the background has ended if no class was loaded for so many polls. */
	private static final int QUIET_POLLS = 5;

	/**
	 * Starts the application.
	 * @param args the port of Redis
	 */
	public static void main(String[] args) throws IOException, InterruptedException {
		AtomicLong started = new AtomicLong();
		ApplicationListener<ApplicationStartedEvent> listener = (event) -> {
			Duration taken = event.getTimeTaken();
			started.set((taken != null) ? taken.toNanos() : 0);
		};
		ConfigurableApplicationContext context = new SpringApplicationBuilder(StartupApplication.class)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.listeners(listener)
			.properties("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + args[0],
					"spring.data.redis.timeout=2s")
			.run();
		// The application uses Redis, with or without locks.
		context.getBean(StringRedisTemplate.class).hasKey("started");
		int classes = classes();
		System.gc();
		long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
		Message report = Message.of("ok").with("nanos", started.get()).with("heap", heap).with("classes", classes);
		System.out.println(ChildJvm.ANSWER + report.line());
		System.out.flush();
		System.in.readAllBytes();
		System.exit(0);
	}

	private static int classes() throws InterruptedException {
		ClassLoadingMXBean loading = ManagementFactory.getClassLoadingMXBean();
		int seen = loading.getLoadedClassCount();
		for (int quiet = 0; quiet < QUIET_POLLS; quiet++) {
			Thread.sleep(POLL.toMillis());
			int now = loading.getLoadedClassCount();
			quiet = (now == seen) ? quiet : 0;
			seen = now;
		}
		return seen;
	}

}
