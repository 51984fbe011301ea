package io.lockstarter.sample.shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.lockstarter.sample.ShopApplication;
import org.junit.jupiter.api.parallel.ResourceLock;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/**
 * Provides one instance of the shop on a free port, with its own Redis and database. All
 * tests share it. The test classes run one after the other.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(classes = ShopApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "distributed-lock.store=redis", "distributed-lock.wait-time=60s",
				"spring.data.redis.timeout=10s", "shop.report-cron=-", "shop.payment-time=5ms", "shop.short-ttl=60s",
				"shop.inventory-time=60s" })
@Import(RedisForTests.class)
@ResourceLock("shop")
public @interface ShopTest {

}
