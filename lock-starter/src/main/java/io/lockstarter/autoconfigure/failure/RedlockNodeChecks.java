package io.lockstarter.autoconfigure.failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.aop.definition.Problem;
import io.lockstarter.autoconfigure.LockProperties;
import io.lockstarter.redlock.NodeUri;
import io.lockstarter.redlock.RedlockSettings;

/** Checks the URIs of the Redlock nodes. A message shows only the address of a URI. */
final class RedlockNodeChecks {

	private static final String NODES = LockProperties.PREFIX + ".redlock.nodes";

	private RedlockNodeChecks() {
	}

	static List<Problem> problems(LockProperties.Redlock redlock) {
		List<Problem> problems = new ArrayList<>();
		List<String> nodes = redlock.nodes();
		if (nodes.size() < RedlockSettings.FEWEST_NODES) {
			problems.add(Problem.ofValue(NODES, nodes.size() + " nodes",
					"are fewer than " + RedlockSettings.FEWEST_NODES + ", so none of them may fail",
					"Configure 3 or 5 masters that do not replicate each other, or use spring.data.redis.* for one Redis"));
		}
		Map<String, Integer> seen = new HashMap<>();
		boolean tls = false;
		for (int i = 0; i < nodes.size(); i++) {
			String property = NODES + "[" + i + "]";
			try {
				NodeUri node = NodeUri.parse(nodes.get(i));
				tls |= node.tls();
				Integer before = seen.putIfAbsent(node.address(), i);
				if (before != null) {
					problems.add(Problem.ofValue(property, node.address(), "is the same server as node " + before,
							"Configure each server once. Several databases of one server count as one node"));
				}
			}
			catch (IllegalArgumentException ex) {
				problems.add(Problem.ofValue(property, "(not shown)", String.valueOf(ex.getMessage()),
						"Write it as redis://host:port or rediss://user:password@host:port/database. Percent-encode "
								+ "special characters of the password"));
			}
		}
		String bundle = redlock.sslBundle();
		if (bundle != null && !bundle.isEmpty() && !tls && problems.isEmpty()) {
			problems.add(Problem.ofValue(LockProperties.PREFIX + ".redlock.ssl-bundle", bundle,
					"has no effect: no node has a URI with rediss",
					"Use rediss:// in the URIs of nodes with TLS, or remove the bundle"));
		}
		return problems;
	}

}
