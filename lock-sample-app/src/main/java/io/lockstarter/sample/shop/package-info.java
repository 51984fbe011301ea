/**
 * The shop without its locks: articles, stock, orders and the database. A
 * {@link io.lockstarter.sample.shop.OrderService} passes an order to the
 * {@link io.lockstarter.sample.shop.Purchase} that the request names. The purchase
 * acquires its lock, if it has one, and {@link io.lockstarter.sample.shop.Checkout}
 * changes the stock. Next: {@code watch}, which reports the events of the locks.
 */
@NullMarked
package io.lockstarter.sample.shop;

import org.jspecify.annotations.NullMarked;
