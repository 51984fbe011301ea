package io.lockstarter.autoconfigure.failure;

import java.util.Set;
import java.util.TreeSet;

import io.lockstarter.aop.call.LockInterceptor;
import io.lockstarter.aop.key.ClosestName;
import io.lockstarter.autoconfigure.LockProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Warns of properties for a lock that no annotation has. It does not stop the
 * application, since a request in code may have that name.
 */
public final class UnknownLockNames implements ApplicationListener<ContextRefreshedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(UnknownLockNames.class);

	private final LockProperties properties;

	private final LockInterceptor interceptor;

	public UnknownLockNames(LockProperties properties, LockInterceptor interceptor) {
		this.properties = properties;
		this.interceptor = interceptor;
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		Set<String> known = this.interceptor.names();
		for (String name : new TreeSet<>(this.properties.locks().keySet())) {
			if (!known.contains(name)) {
				String nearest = ClosestName.to(name, known);
				logger.warn(
						"No @DistributedLock has the key '{}', so {}.locks[{}] applies only to requests in code with "
								+ "this name (LockRequest.withName).{}",
						name, LockProperties.PREFIX, name,
						(nearest != null) ? " Did you mean '" + nearest + "'?" : " Known keys: " + known);
			}
		}
	}

}
