/**
 * Ties an instance of the shop to its launcher: it reports its port, and it ends when the
 * launcher ends. A shop without a launcher needs none of this.
 */
@NullMarked
package io.lockstarter.sample.shop.instance;

import org.jspecify.annotations.NullMarked;
