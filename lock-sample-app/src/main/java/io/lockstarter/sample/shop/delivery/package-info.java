/**
 * Couriers who all want the same order: the first gets it, the others are turned away at
 * once. Next: {@code watch} and {@code io.lockstarter}.
 */
@NullMarked
package io.lockstarter.sample.shop.delivery;

import org.jspecify.annotations.NullMarked;
