/**
 * The port on several independent Redis masters: a command comes in and goes out to all
 * of them at once, one class per phase; what a majority says is the reply. Next: the
 * Redis servers, over connections of our own.
 */
@NullMarked
package io.lockstarter.redlock;

import org.jspecify.annotations.NullMarked;
