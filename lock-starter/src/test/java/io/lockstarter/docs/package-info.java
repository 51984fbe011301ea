/**
 * Contains and runs the examples of {@code docs/annotation.md}, and checks the documents.
 */
@NullMarked
package io.lockstarter.docs;

import org.jspecify.annotations.NullMarked;
