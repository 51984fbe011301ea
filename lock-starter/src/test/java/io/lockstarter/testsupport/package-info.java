/** Support for tests of several packages: real servers, clients, leases, virtual time. */
@NullMarked
package io.lockstarter.testsupport;

import org.jspecify.annotations.NullMarked;
