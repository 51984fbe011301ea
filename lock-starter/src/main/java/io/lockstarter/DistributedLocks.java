package io.lockstarter;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Holds several {@link DistributedLock} annotations of one element. */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface DistributedLocks {

	/**
	 * The locks. A call acquires all of them, or none.
	 * @return the locks
	 */
	DistributedLock[] value();

}
