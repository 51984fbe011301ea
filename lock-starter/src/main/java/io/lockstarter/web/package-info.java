/**
 * Responses to HTTP requests whose lock was not acquired. In: exceptions of the API. Out:
 * problem details. Next: nothing. It works with Spring MVC and with WebFlux.
 */
@NullMarked
package io.lockstarter.web;

import org.jspecify.annotations.NullMarked;
