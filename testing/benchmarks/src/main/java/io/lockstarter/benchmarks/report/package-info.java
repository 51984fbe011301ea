/**
 * Figures, their goals, and the report in Markdown and JSON.
 */
@NullMarked
package io.lockstarter.benchmarks.report;

import org.jspecify.annotations.NullMarked;
