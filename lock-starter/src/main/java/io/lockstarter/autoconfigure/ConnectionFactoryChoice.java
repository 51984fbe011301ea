package io.lockstarter.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.redis.check.ConnectionAdvice;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Chooses the connection factory of the locks: the named one, else the only or primary
 * one. It never guesses: instances that use different Redis servers do not exclude each
 * other.
 */
final class ConnectionFactoryChoice {

	private static final String PROPERTY = LockProperties.PREFIX + ".connection-factory";

	/** The class names in Spring Boot 4 and in Spring Boot 3. */
	private static final List<String> DETAILS = List.of(
			"org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails",
			"org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails");

	private final ListableBeanFactory beans;

	private final Environment environment;

	ConnectionFactoryChoice(ListableBeanFactory beans, Environment environment) {
		this.beans = beans;
		this.environment = environment;
	}

	RedisConnectionFactory choose(@Nullable String name) {
		List<String> names = Arrays
			.asList(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, RedisConnectionFactory.class));
		if (name != null && !name.isEmpty()) {
			return named(name, names);
		}
		RedisConnectionFactory unique = this.beans.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
		if (unique != null) {
			return unique;
		}
		if (names.isEmpty()) {
			throw noConnectionFactory();
		}
		throw new InvalidLockConfigurationException(
				"There are several Redis connection factories, and none of them is primary: " + String.join(", ", names)
						+ ".",
				"Set " + PROPERTY + " to the name of the one that the locks use, or mark one with @Primary.");
	}

	private InvalidLockConfigurationException noConnectionFactory() {
		String client = this.environment.getProperty("spring.data.redis.client-type", "")
			.trim()
			.toLowerCase(Locale.ROOT);
		boolean lettuce = isPresent("io.lettuce.core.RedisClient");
		boolean jedis = isPresent("redis.clients.jedis.Jedis");
		if ((client.equals("jedis") && !jedis) || (client.equals("lettuce") && !lettuce)) {
			return MissingStore.noClient(client);
		}
		return (jedis || lettuce) ? MissingStore.noConnectionFactory() : MissingStore.noClient();
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, Thread.currentThread().getContextClassLoader());
	}

	/**
	 * Returns the bean name of a factory that the application defines itself. Properties
	 * have no effect on such a factory.
	 * @param factory the factory
	 * @return the name of its bean; {@code null} for the factory of Spring Boot
	 */
	@Nullable String userDefinedBean(RedisConnectionFactory factory) {
		BeanFactory current = this.beans;
		while (current instanceof ConfigurableListableBeanFactory local) {
			for (String name : local.getBeanNamesForType(RedisConnectionFactory.class, true, false)) {
				if (local.getSingleton(name) == factory) {
					return isOfSpringBoot(local, name) ? null : name;
				}
			}
			current = local.getParentBeanFactory();
		}
		return null;
	}

	/**
	 * Returns the advice for the case that this factory cannot connect.
	 * @param factory the factory
	 * @return the advice, which names the place where the connection is configured
	 */
	ConnectionAdvice advice(RedisConnectionFactory factory) {
		String userDefinedBean = userDefinedBean(factory);
		if (userDefinedBean != null) {
			return ConnectionAdvice.ofBean(userDefinedBean);
		}
		String details = details();
		return (details != null) ? ConnectionAdvice.ofDetails(details) : ConnectionAdvice.ofProperties();
	}

	/** Returns the bean that Spring Boot uses in place of its properties, if any. */
	private @Nullable String details() {
		for (String type : DETAILS) {
			if (ClassUtils.isPresent(type, getClass().getClassLoader())) {
				Class<?> details = ClassUtils.resolveClassName(type, getClass().getClassLoader());
				for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, details, true,
						false)) {
					if (!ClassUtils.getShortName(this.beans.getBean(name).getClass()).startsWith("Properties")) {
						return name;
					}
				}
			}
		}
		return null;
	}

	private static boolean isOfSpringBoot(ConfigurableListableBeanFactory beans, String name) {
		String maker = beans.containsBeanDefinition(name) ? beans.getBeanDefinition(name).getFactoryBeanName() : null;
		return maker != null && maker.startsWith("org.springframework.boot.");
	}

	private RedisConnectionFactory named(String name, List<String> names) {
		if (!names.contains(name)) {
			throw new InvalidLockConfigurationException(
					PROPERTY + " is '" + name + "', but there is no Redis connection factory with this name.",
					names.isEmpty() ? MissingStore.noConnectionFactory().fix()
							: "Set it to one of the existing names: " + String.join(", ", names) + ".");
		}
		return this.beans.getBean(name, RedisConnectionFactory.class);
	}

}
