/**
 * Collects the events of all instances and sends them to the pages that are open, as
 * server-sent events. Events come in from {@code /locks/events} of each instance. Next:
 * {@code io.lockstarter.sample.fleet}.
 */
@NullMarked
package io.lockstarter.sample.fleet.events;

import org.jspecify.annotations.NullMarked;
