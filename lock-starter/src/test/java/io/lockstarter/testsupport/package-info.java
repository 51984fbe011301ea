/** What tests of several packages share: real servers, clients on them, leases. */
@NullMarked
package io.lockstarter.testsupport;

import org.jspecify.annotations.NullMarked;
