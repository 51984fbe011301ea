package io.lockstarter.faults.client;

import java.util.HashMap;
import java.util.Map;

import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.MappingSocketAddressResolver;

import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.util.StringUtils;

/**
 * Sends connections through the network that fails: Sentinel and Cluster tell a client
 * the servers' own addresses. Lettuce only; Jedis goes straight.
 *
 * @param ports for the port of a server, the port to go to instead
 */
record Detours(Map<Integer, Integer> ports) {

	static Detours parse(String text) {
		Map<Integer, Integer> ports = new HashMap<>();
		for (String detour : StringUtils.commaDelimitedListToSet(text)) {
			int colon = detour.indexOf(':');
			ports.put(Integer.valueOf(detour.substring(0, colon)), Integer.valueOf(detour.substring(colon + 1)));
		}
		return new Detours(ports);
	}

	ClientResourcesBuilderCustomizer customizer() {
		return (resources) -> resources.socketAddressResolver(MappingSocketAddressResolver.create(this::instead));
	}

	private HostAndPort instead(HostAndPort there) {
		return HostAndPort.of(there.getHostText(), this.ports.getOrDefault(there.getPort(), there.getPort()));
	}

}
