package archfixture.redisinengine.engine;

import org.springframework.data.redis.connection.RedisConnection;

/** The core must not know Redis. */
public interface Engine {

	RedisConnection target();

}
