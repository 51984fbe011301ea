/**
 * In: the template of a key, the method that it stands on, and the arguments of one call.
 * Out: the key, such that within one template different values never give the same key.
 * Next: {@code io.lockstarter.annotation} puts the key into a request. A wrong template
 * is a {@link io.lockstarter.key.KeyTemplateException} as soon as it is parsed.
 */
@NullMarked
package io.lockstarter.key;

import org.jspecify.annotations.NullMarked;
