package io.lockstarter.sample.fleet;

import io.lockstarter.autoconfigure.LockAutoConfiguration;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisReactiveAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisRepositoriesAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;

/**
 * Runs the launcher. It has no lock service and no data source: its instances have them.
 */
@SpringBootApplication(proxyBeanMethods = false,
		exclude = { LockAutoConfiguration.class, DataRedisAutoConfiguration.class,
				DataRedisReactiveAutoConfiguration.class, DataRedisRepositoriesAutoConfiguration.class,
				DataSourceAutoConfiguration.class })
public class FleetApplication {

}
