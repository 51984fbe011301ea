package io.lockstarter.embedded;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * The ports of one server.
 *
 * @param main the port for commands
 * @param others the ports of further options
 */
record Ports(int main, Map<String, Integer> others) {

	static Ports draw(ServerSpec spec, IntSupplier freePorts) {
		Map<String, Integer> others = new LinkedHashMap<>();
		int main = (spec.port() != 0) ? spec.port() : freePorts.getAsInt();
		spec.portOptions().forEach((option) -> {
			int port = freePorts.getAsInt();
			while (port == main || others.containsValue(port)) {
				port = freePorts.getAsInt();
			}
			others.put(option, port);
		});
		return new Ports(main, others);
	}

	int of(String option) {
		Integer port = this.others.get(option);
		if (port == null) {
			throw new IllegalArgumentException(
					"This Redis has no port for option " + option + ", only for " + this.others.keySet());
		}
		return port;
	}

}
