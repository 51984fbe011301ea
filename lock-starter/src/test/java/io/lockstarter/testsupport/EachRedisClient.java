package io.lockstarter.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test with Lettuce, and with Jedis too if the system property {@code tests.long}
 * is set. The contract of the store and the subscriber run with both clients in every
 * build, so that the rest of the library need not.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachRedisClient.Clients.class)
public @interface EachRedisClient {

	/** Returns the clients of this build. */
	class Clients implements ArgumentsProvider {

		@Override
		public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters,
				ExtensionContext context) {
			Stream<RedisClient> clients = Boolean.getBoolean("tests.long") ? Stream.of(RedisClient.values())
					: Stream.of(RedisClient.LETTUCE);
			return clients.map(Arguments::of);
		}

	}

}
