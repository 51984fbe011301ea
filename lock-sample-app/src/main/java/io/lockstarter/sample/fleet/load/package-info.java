/**
 * Sends many purchases and many couriers to the instances at once, and counts the
 * responses. Next: {@code io.lockstarter.sample.fleet}.
 */
@NullMarked
package io.lockstarter.sample.fleet.load;

import org.jspecify.annotations.NullMarked;
