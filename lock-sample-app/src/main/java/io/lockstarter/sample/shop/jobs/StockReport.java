package io.lockstarter.sample.shop.jobs;

import java.time.OffsetDateTime;

/**
 * A report that was written.
 *
 * @param instance who wrote it
 * @param at when
 * @param remaining the pieces left of all articles
 */
record StockReport(String instance, OffsetDateTime at, int remaining) {
}
