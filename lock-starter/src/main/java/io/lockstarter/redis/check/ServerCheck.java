package io.lockstarter.redis.check;

import java.util.List;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * One question to a Redis. Throws what the client throws: that the user may not ask, or
 * that nobody answers, is for the caller to judge.
 */
interface ServerCheck {

	/**
	 * Asks.
	 * @param connection a connection to the server, or to the cluster
	 * @return what is bad; empty where all is well
	 */
	List<Finding> check(RedisConnection connection);

}
