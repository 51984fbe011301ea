package io.lockstarter.sample.fleet;

import io.lockstarter.autoconfigure.LockAutoConfiguration;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisReactiveAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisRepositoriesAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;

/** The launcher takes no locks and asks no database: its instances do. */
@SpringBootApplication(proxyBeanMethods = false,
		exclude = { LockAutoConfiguration.class, DataRedisAutoConfiguration.class,
				DataRedisReactiveAutoConfiguration.class, DataRedisRepositoriesAutoConfiguration.class,
				DataSourceAutoConfiguration.class })
public class FleetApplication {

}
