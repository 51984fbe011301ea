package io.lockstarter.autoconfigure;

import io.lockstarter.engine.LockEngine;

/**
 * Passes the engine to the beans that need it. The engine itself is not a bean, since it
 * would be a second lock service.
 *
 * @param engine the engine
 */
record LockInstance(LockEngine engine) {
}
