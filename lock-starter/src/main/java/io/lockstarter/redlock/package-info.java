/**
 * Keeps locks on several independent Redis masters. Each command goes to all masters at
 * once, over separate connections, and the majority decides its result. Each phase has
 * its own class.
 */
@NullMarked
package io.lockstarter.redlock;

import org.jspecify.annotations.NullMarked;
