package io.lockstarter.redis.check;

import java.util.List;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Checks one aspect of a Redis server. Exceptions of the client are passed to the caller,
 * which handles missing permissions and missing answers.
 */
interface ServerCheck {

	/**
	 * Runs the check.
	 * @param connection a connection to the server, or to the cluster
	 * @return the findings; empty if there is no problem
	 */
	List<Finding> check(RedisConnection connection);

}
