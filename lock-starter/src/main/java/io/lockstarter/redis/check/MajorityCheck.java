package io.lockstarter.redis.check;

import java.util.List;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * Finds clusters that cannot fail over. A majority of the masters with slots must agree
 * to promote a replica. With one or two masters, there is no majority after one of them
 * fails.
 */
final class MajorityCheck implements ServerCheck {

	private static final int FEWEST = 3;

	@Override
	public List<Finding> check(RedisConnection connection) {
		if (!(connection instanceof RedisClusterConnection cluster)) {
			return List.of();
		}
		int masters = 0;
		for (RedisClusterNode node : cluster.clusterGetNodes()) {
			if (node.isMaster() && !node.getSlotRange().getSlots().isEmpty()) {
				masters++;
			}
		}
		if (masters < FEWEST) {
			return List.of(Finding.dangerous(
					"The Redis Cluster has " + masters + ((masters == 1) ? " master" : " masters")
							+ " only. If one fails, no majority is left to promote a replica.",
					"Use at least " + FEWEST + " masters."));
		}
		if (masters % 2 == 0) {
			return List.of(Finding.advice("The Redis Cluster has an even number of masters, " + masters
					+ ". If the network splits it into halves, no side has a majority, and locks cannot be "
					+ "acquired.", "Add one master, so that one side always has a majority."));
		}
		return List.of();
	}

}
