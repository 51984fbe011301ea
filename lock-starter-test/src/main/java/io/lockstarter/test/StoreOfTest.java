package io.lockstarter.test;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.util.ClassUtils;

/**
 * Decides where a test context keeps its locks: in memory, unless the test configures
 * Redis.
 *
 * @param memory {@code true} for memory
 * @param reason the reason, for the log
 */
record StoreOfTest(boolean memory, String reason) {

	private static final String PROPERTY = "distributed-lock.store";

	/** Spring Boot names the sources of application.properties and its like so. */
	private static final String CONFIGURATION_FILE = "Config resource ";

	private static final List<String> ADDRESSES = List.of("spring.data.redis.host", "spring.data.redis.port",
			"spring.data.redis.url", "spring.data.redis.cluster.nodes", "spring.data.redis.sentinel.nodes",
			"distributed-lock.redlock.nodes");

	private static final List<String> DETAILS = List.of(
			"org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails",
			"org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails");

	private static final String FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

	/** Returns the decision, or the reason why the context has not followed it. */
	static StoreOfTest of(ConfigurableListableBeanFactory beans, Environment environment, boolean memory) {
		StoreOfTest decision = of(beans, environment);
		return (decision.memory == memory) ? decision : new StoreOfTest(memory, "the context defines its own store");
	}

	static StoreOfTest of(ConfigurableListableBeanFactory beans, Environment environment) {
		String configured = environment.getProperty(PROPERTY, "").trim().toLowerCase(Locale.ROOT);
		if (!configured.isEmpty()) {
			return new StoreOfTest(configured.equals("memory"), PROPERTY + " is '" + configured + "'");
		}
		for (String type : DETAILS) {
			String bean = beanOfTest(type, beans);
			if (bean != null) {
				return new StoreOfTest(false, "the test has the service connection '" + bean + "'");
			}
		}
		String factory = beanOfTest(FACTORY, beans);
		if (factory != null) {
			return new StoreOfTest(false, "the test has the connection factory '" + factory + "'");
		}
		String address = addressOfTest(environment);
		return (address != null) ? new StoreOfTest(false, address + " is set outside of the configuration files")
				: new StoreOfTest(true, "the test configures no Redis");
	}

	/** Returns a bean that Spring Boot has not made from its properties. */
	private static @Nullable String beanOfTest(String typeName, ConfigurableListableBeanFactory beans) {
		ClassLoader loader = beans.getBeanClassLoader();
		if (!ClassUtils.isPresent(typeName, loader)) {
			return null;
		}
		for (String name : beans.getBeanNamesForType(ClassUtils.resolveClassName(typeName, loader), true, false)) {
			String maker = beans.containsBeanDefinition(name) ? beans.getBeanDefinition(name).getFactoryBeanName()
					: null;
			if (maker == null || !maker.startsWith("org.springframework.boot.")) {
				return name;
			}
		}
		return null;
	}

	// The files of the application name the Redis of production, usually.
	private static @Nullable String addressOfTest(Environment environment) {
		if (environment instanceof ConfigurableEnvironment configurable) {
			for (PropertySource<?> source : configurable.getPropertySources()) {
				String address = source.getName().startsWith(CONFIGURATION_FILE) ? null : addressIn(source);
				if (address != null) {
					return address;
				}
			}
		}
		return null;
	}

	private static @Nullable String addressIn(PropertySource<?> source) {
		ConfigurationPropertySource properties = ConfigurationPropertySource.from(source);
		return (properties == null) ? null
				: ADDRESSES.stream()
					.filter((address) -> contains(properties, ConfigurationPropertyName.of(address)))
					.findFirst()
					.orElse(null);
	}

	private static boolean contains(ConfigurationPropertySource properties, ConfigurationPropertyName name) {
		return properties.getConfigurationProperty(name) != null
				|| properties.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT;
	}

}
