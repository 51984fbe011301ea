package archfixture.sideways.redis;

import archfixture.sideways.core.Engine;

/** A store must not know the core. */
public interface RedisStore {

	Engine target();

}
