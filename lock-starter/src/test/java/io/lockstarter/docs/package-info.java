/**
 * The examples of {@code docs/annotation.md}: what is shown there stands here, and runs.
 */
@NullMarked
package io.lockstarter.docs;

import org.jspecify.annotations.NullMarked;
