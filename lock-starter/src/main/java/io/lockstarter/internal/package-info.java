/**
 * In: handles of the lock service, from {@code io.lockstarter.annotation}. Out: what only
 * the library itself asks of them. No part of the API. Next: {@code io.lockstarter.core},
 * which implements it.
 */
@NullMarked
package io.lockstarter.internal;

import org.jspecify.annotations.NullMarked;
