/**
 * One instance of the shop. HTTP requests come in at
 * {@link io.lockstarter.sample.shop.ShopController}; a
 * {@link io.lockstarter.sample.shop.Purchase} takes the lock, or does not, and the
 * {@link io.lockstarter.sample.shop.Till} changes the stock. Next: {@code watch}, which
 * tells what happens to the locks, and {@code io.lockstarter}.
 */
@NullMarked
package io.lockstarter.sample.shop;

import org.jspecify.annotations.NullMarked;
