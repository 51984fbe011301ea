/**
 * Work that no two instances do at once: a scheduled report, and a long inventory. Next:
 * {@code watch} and {@code io.lockstarter}.
 */
@NullMarked
package io.lockstarter.sample.shop.jobs;

import org.jspecify.annotations.NullMarked;
