/**
 * Formats the figures of a run. Input: results of {@code drive}. Output: Markdown.
 */
@NullMarked
package io.lockstarter.faults.report;

import org.jspecify.annotations.NullMarked;
