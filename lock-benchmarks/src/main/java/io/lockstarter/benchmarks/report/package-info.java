/**
 * Figures, the bars that they are held against, and the table in Markdown and JSON.
 */
@NullMarked
package io.lockstarter.benchmarks.report;

import org.jspecify.annotations.NullMarked;
