@NullMarked
package io.lockstarter.redis.check;

import org.jspecify.annotations.NullMarked;
