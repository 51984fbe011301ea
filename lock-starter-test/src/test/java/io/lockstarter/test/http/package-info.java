/** Tests the problem details over HTTP. */
@NullMarked
package io.lockstarter.test.http;

import org.jspecify.annotations.NullMarked;
