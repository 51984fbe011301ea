package io.lockstarter.sample.shop;

import java.time.Clock;

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

}
