package io.lockstarter.redis.check;

import java.util.List;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * In a cluster, a replica is promoted by a majority of the masters that serve slots. One
 * or two masters have none left when one of them is gone.
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
							+ " only: when one fails, there is no majority that could promote a replica.",
					"Use at least " + FEWEST + " masters."));
		}
		if (masters % 2 == 0) {
			return List.of(Finding.advice(
					"The Redis Cluster has an even number of masters, " + masters
							+ ": a network that splits into halves leaves no majority, and no lock can be had.",
					"One master more would keep one side at work."));
		}
		return List.of();
	}

}
