package archfixture.sideways.redis;

import archfixture.sideways.engine.Engine;

/** A store must not know the core. */
public interface RedisStore {

	Engine target();

}
