/**
 * Jobs that only one instance runs at a time: a long inventory, and the reports that
 * {@link io.lockstarter.sample.ReportJob} writes. Next: {@code io.lockstarter}.
 */
@NullMarked
package io.lockstarter.sample.shop.jobs;

import org.jspecify.annotations.NullMarked;
