/**
 * The sample application: starts a Redis of its own unless it was given one, and says
 * where its page is. Next: {@code io.lockstarter.sample.shop}, which sells.
 */
@NullMarked
package io.lockstarter.sample;

import org.jspecify.annotations.NullMarked;
