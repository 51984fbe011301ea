package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisClient;
import io.lettuce.core.SslOptions;
import io.lockstarter.redlock.NodeUri;
import io.lockstarter.redlock.RedlockSettings;
import io.lockstarter.redlock.RedlockStore;
import io.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Creates the store on several independent masters if nodes are configured. It uses its
 * own connections, not those of {@code spring.data.redis}.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RedisClient.class)
@Conditional({ OnStore.Redis.class, RedlockConfiguration.OnNodes.class })
final class RedlockConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(RedlockConfiguration.class);

	/** A running node answers much sooner, and a stopped one refuses the connection. */
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	@Bean
	@ConditionalOnMissingBean(LockStore.class)
	RedlockStore distributedLockStore(LockProperties properties, ObjectProvider<SslBundles> bundles) {
		LockProperties.Redlock redlock = properties.redlock();
		List<NodeUri> nodes = redlock.nodes().stream().map(NodeUri::parse).toList();
		if (nodes.size() % 2 == 0) {
			logger.warn(
					"{} Redlock nodes tolerate no more failed nodes than {} would. "
							+ "Configure an odd number in distributed-lock.redlock.nodes",
					nodes.size(), nodes.size() - 1);
		}
		RedlockStore store = new RedlockStore(new RedlockSettings(nodes, redlock.nodeTimeout(), redlock.driftFactor(),
				properties.keyPrefix(), properties.ttl(), properties.retry().maxInterval()),
				ssl(redlock.sslBundle(), bundles));
		if (!store.awaitConnected(PATIENCE)) {
			logger.warn("No majority of the Redlock nodes is connected yet. Until then, locks cannot be acquired");
		}
		return store;
	}

	private static @Nullable SslOptions ssl(@Nullable String name, ObjectProvider<SslBundles> bundles) {
		if (name == null || name.isEmpty()) {
			return null;
		}
		SslBundle bundle = bundles.getObject().getBundle(name);
		SslOptions.Builder options = SslOptions.builder()
			.keyManager(bundle.getManagers().getKeyManagerFactory())
			.trustManager(bundle.getManagers().getTrustManagerFactory());
		String[] ciphers = bundle.getOptions().getCiphers();
		if (ciphers != null) {
			options.cipherSuites(ciphers);
		}
		String[] protocols = bundle.getOptions().getEnabledProtocols();
		if (protocols != null) {
			options.protocols(protocols);
		}
		return options.build();
	}

	/** Matches if Redlock nodes are configured, in one property or in several. */
	static final class OnNodes extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			List<String> nodes = RedlockNodes.of(context.getEnvironment());
			return new ConditionOutcome(!nodes.isEmpty(),
					ConditionMessage.forCondition("Redlock nodes").because(nodes.size() + " nodes are configured"));
		}

	}

}
