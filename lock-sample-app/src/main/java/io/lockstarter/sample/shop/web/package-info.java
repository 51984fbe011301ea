/**
 * The HTTP API of the shop. Controllers receive the requests;
 * {@link io.lockstarter.sample.shop.web.Problems} turns failures into problem details.
 * Next: {@code io.lockstarter.sample} and {@code io.lockstarter.sample.shop}.
 */
@NullMarked
package io.lockstarter.sample.shop.web;

import org.jspecify.annotations.NullMarked;
