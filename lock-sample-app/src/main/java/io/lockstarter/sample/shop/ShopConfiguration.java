package io.lockstarter.sample.shop;

import java.time.Clock;

import org.springframework.boot.task.ThreadPoolTaskSchedulerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.IdGenerator;
import org.springframework.util.JdkIdGenerator;

@Configuration(proxyBeanMethods = false)
class ShopConfiguration {

	@Bean
	IdGenerator orderIds() {
		return new JdkIdGenerator();
	}

	@Bean
	Clock clock() {
		return Clock.systemUTC();
	}

	/** No job starts during the shutdown, since it could acquire no lock. */
	@Bean
	ThreadPoolTaskSchedulerCustomizer noJobsDuringShutdown() {
		return (scheduler) -> scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
	}

}
