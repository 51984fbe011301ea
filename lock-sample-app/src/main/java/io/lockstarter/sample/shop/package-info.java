/**
 * A small shop. HTTP requests come in at
 * {@link io.lockstarter.sample.shop.ShopController};
 * {@link io.lockstarter.sample.shop.OrderService} changes the stock under a lock. Next:
 * {@code io.lockstarter}.
 */
@NullMarked
package io.lockstarter.sample.shop;

import org.jspecify.annotations.NullMarked;
