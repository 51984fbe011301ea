package io.lockstarter.aop;

import java.util.Map;

import io.lockstarter.DistributedLock;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Starts and stops an application in a class loader of its own. */
public final class RestartedApplication {

	private RestartedApplication() {
	}

	/** Starts the application, calls locked methods, and stops it. */
	public static void run() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.setClassLoader(RestartedApplication.class.getClassLoader());
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("test", Map.of("distributed-lock.store", "memory")));
			context.register(LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class, Shop.class);
			context.refresh();
			Shop shop = context.getBean(Shop.class);
			shop.spel(new Order("1"), "x");
			shop.path(new Order("2"), "text");
		}
	}

	/** Is an argument from which keys are built. */
	public record Order(String id) {

	}

	/** Has a SpEL key and a key with a property path. */
	public static class Shop {

		@DistributedLock(key = "order:#<order.id() + order.id>", condition = "#order.id.length() > 0")
		public void spel(Order order, String text) {
		}

		@DistributedLock(key = "order:#<order.id.bytes.length>:#<order.id>")
		public void path(Order order, String text) {
		}

	}

}
