package io.lockstarter.faults.client;

import java.util.HashMap;
import java.util.Map;

import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.MappingSocketAddressResolver;

import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.util.StringUtils;

/**
 * Redirects connections to the proxies, because Sentinel and Cluster return the addresses
 * of the servers themselves. Works with Lettuce only; Jedis connects to the servers
 * directly.
 *
 * @param ports the port of the proxy for each port of a server
 */
record PortMapping(Map<Integer, Integer> ports) {

	static PortMapping parse(String text) {
		Map<Integer, Integer> ports = new HashMap<>();
		for (String pair : StringUtils.commaDelimitedListToSet(text)) {
			int colon = pair.indexOf(':');
			ports.put(Integer.valueOf(pair.substring(0, colon)), Integer.valueOf(pair.substring(colon + 1)));
		}
		return new PortMapping(ports);
	}

	ClientResourcesBuilderCustomizer customizer() {
		return (resources) -> resources.socketAddressResolver(MappingSocketAddressResolver.create(this::proxyOf));
	}

	private HostAndPort proxyOf(HostAndPort server) {
		return HostAndPort.of(server.getHostText(), this.ports.getOrDefault(server.getPort(), server.getPort()));
	}

}
