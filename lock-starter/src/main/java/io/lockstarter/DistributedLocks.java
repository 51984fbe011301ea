package io.lockstarter;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Several {@link DistributedLock} on one element. */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface DistributedLocks {

	/**
	 * The locks. All of them are taken, or none.
	 * @return the locks
	 */
	DistributedLock[] value();

}
