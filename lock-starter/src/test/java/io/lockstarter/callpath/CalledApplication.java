package io.lockstarter.callpath;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockType;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;

import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with locked methods, on a real server. */
public final class CalledApplication implements AutoCloseable {

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	public CalledApplication(int port, Runnable work) {
		this.context.setClassLoader(CalledApplication.class.getClassLoader());
		TestPropertyValues
			.of("spring.data.redis.port=" + port, "distributed-lock.watchdog.interval=200ms",
					"spring.data.redis.timeout=10s")
			.applyTo(this.context);
		this.context.register(DataRedisAutoConfiguration.class, AopAutoConfiguration.class, LockAutoConfiguration.class,
				DistributedLockAnnotationAutoConfiguration.class, Beans.class);
		this.context.registerBean(Orders.class, () -> new Orders(work));
		this.context.refresh();
	}

	public void call() {
		this.context.getBean(Orders.class).process(42);
	}

	public void callFair() {
		this.context.getBean(Orders.class).processInOrder(42);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		String name() {
			return "called";
		}

	}

	/** Has the locked methods. */
	public static class Orders {

		private final Runnable work;

		public Orders(Runnable work) {
			this.work = work;
		}

		@DistributedLock(key = "order:#<id>", waitTime = "1m")
		public void process(long id) {
			this.work.run();
		}

		@DistributedLock(key = "fair:#<id>", type = LockType.FAIR)
		public void processInOrder(long id) {
			this.work.run();
		}

	}

}
