package io.lockstarter.sample.shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/**
 * One instance of the shop on any port, with a Redis and a database of its own, shared by
 * all tests.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(classes = ShopApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "distributed-lock.wait-time=60s", "spring.data.redis.timeout=500ms", "shop.report-cron=-",
				"shop.payment-time=5ms" })
@Import(RedisForTests.class)
public @interface ShopTest {

}
