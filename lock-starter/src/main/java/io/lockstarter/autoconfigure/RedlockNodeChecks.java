package io.lockstarter.autoconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.redlock.NodeUri;
import io.lockstarter.redlock.RedlockSettings;

/** What is wrong with the nodes of Redlock. A URI is never shown, only its address. */
final class RedlockNodeChecks {

	private static final String NODES = LockProperties.PREFIX + ".redlock.nodes";

	private RedlockNodeChecks() {
	}

	static List<PropertyProblem> problems(LockProperties.Redlock redlock) {
		List<PropertyProblem> problems = new ArrayList<>();
		List<String> nodes = redlock.nodes();
		if (nodes.size() < RedlockSettings.FEWEST_NODES) {
			problems.add(new PropertyProblem(NODES, nodes.size() + " nodes",
					"are fewer than " + RedlockSettings.FEWEST_NODES + ", so that none of them may fail",
					"Name 3 or 5 masters that do not replicate each other, or use spring.data.redis.* for one Redis"));
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
					problems.add(new PropertyProblem(property, node.address(), "is the same server as node " + before,
							"Name each server once; several databases of one are one"));
				}
			}
			catch (IllegalArgumentException ex) {
				problems.add(new PropertyProblem(property, "(not shown)", String.valueOf(ex.getMessage()),
						"Write it as redis://host:port or rediss://user:password@host:port/database, special "
								+ "characters of the password percent-encoded"));
			}
		}
		String bundle = redlock.sslBundle();
		if (bundle != null && !bundle.isEmpty() && !tls && problems.isEmpty()) {
			problems.add(new PropertyProblem(LockProperties.PREFIX + ".redlock.ssl-bundle", bundle,
					"is of no use: no node has a URI with rediss",
					"Begin the URIs of nodes with TLS with rediss://, or leave the bundle out"));
		}
		return problems;
	}

}
