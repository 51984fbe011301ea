package io.lockstarter.sample.shop.jobs;

import java.time.OffsetDateTime;

/**
 * A stock report.
 *
 * @param instance the instance that wrote it
 * @param at the time
 * @param remaining the pieces left of all articles
 */
public record StockReport(String instance, OffsetDateTime at, int remaining) {
}
