package io.lockstarter.observability.actuator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.lockstarter.LockService;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.internal.InstanceId;

import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Shows the version of the library, the store and its topology. */
public final class LockInfoContributor implements InfoContributor {

	private final LockEngine engine;

	private final String store;

	private final String topology;

	/**
	 * Creates the contributor.
	 * @param engine the instance
	 * @param store the name of the store
	 * @param topology the topology of the lock server
	 */
	public LockInfoContributor(LockEngine engine, String store, String topology) {
		this.engine = engine;
		this.store = store;
		this.topology = topology;
	}

	@Override
	public void contribute(Info.Builder builder) {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("version",
				Objects.requireNonNullElse(LockService.class.getPackage().getImplementationVersion(), "unknown"));
		details.put("store", this.store);
		details.put("topology", this.topology);
		details.put("instance", InstanceId.parse(this.engine.instance()).toString());
		builder.withDetail("distributedLock", details);
	}

}
