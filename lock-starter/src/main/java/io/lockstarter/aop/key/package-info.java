/**
 * Builds keys from templates. In: the template of a key, its method, and the arguments of
 * one call. Out: the key. Within one template, different values never give the same key.
 * Next: {@code io.lockstarter.aop.definition} puts the key into a request. The parser
 * refuses a wrong template with a {@link io.lockstarter.aop.key.KeyTemplateException}.
 */
@NullMarked
package io.lockstarter.aop.key;

import org.jspecify.annotations.NullMarked;
