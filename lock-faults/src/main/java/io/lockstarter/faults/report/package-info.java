/**
 * The figures of a run, for a reader. In: outcomes of {@code drive}; out: Markdown.
 */
@NullMarked
package io.lockstarter.faults.report;

import org.jspecify.annotations.NullMarked;
