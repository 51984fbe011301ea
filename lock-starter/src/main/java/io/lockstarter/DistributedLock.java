package io.lockstarter;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method under a lock that holds across all instances of the application.
 *
 * <pre>
 * &#64;DistributedLock(key = "order:#&lt;id&gt;")
 * public void ship(long id) { … }
 * </pre>
 *
 * <b>Where.</b> On a method of a bean, or on its interface; on a class or an interface,
 * for all public methods that are declared by it, by its subclasses, and by classes that
 * implement it (not {@code equals}, {@code hashCode} and {@code toString}, nor methods
 * that are inherited from a class without the annotation); on an annotation of your own,
 * whose attributes may be aliases of these. What is on a method replaces what is on its
 * class. Calls inside one object do not pass the proxy and are not locked, unless the
 * class is woven by AspectJ.
 * <p>
 * <b>Several.</b> The keys of a call, of all its annotations, are taken all or none, in
 * the order of their text, so that no two calls wait for each other, and released in
 * reverse. Each annotation's wait time counts from the start of the call. A key that
 * occurs twice is taken once.
 * <p>
 * <b>What is returned.</b> The lock is held until the method has ended. Where the method
 * returns a {@code CompletionStage} or {@code CompletableFuture}, it is held until that
 * is complete. Such a method is called on the caller's thread, which waits for the lock
 * as for any other method; but the hold belongs to no thread, so that the next call on
 * the same thread waits as well, and it is not nested in a hold of the caller on the same
 * key. Where only the result shows that it is a stage, as behind a type variable, it is
 * held until that is complete as well, by the calling thread. Reactive types,
 * {@code suspend} functions, {@code Callable} and the asynchronous types of Spring MVC,
 * and a {@code Future} without {@code @Async} are refused at start-up, since nobody would
 * know when their work is done.
 * <p>
 * <b>The handle.</b> A parameter of type {@link LockHandle} gets the handle of the call,
 * whatever the caller passes, and {@link LockHandle#current()} is the same further down.
 * The handle of several keys is held while all of them are.
 * <p>
 * <b>Exceptions</b> of the method come out as they are. Apart from them a call throws
 * what {@link LockService#acquire(LockRequest)} does, and {@link LockLostException}; both
 * from the call itself, also where the method returns a stage, unless the loss came after
 * the stage had been returned. It throws {@link InvalidLockDefinitionException}, before
 * any lock is taken, where no key can be made of its arguments (one of them is
 * {@code null} or empty, for example) or the condition fails.
 * <p>
 * <b>Transactions.</b> The lock is outside of {@code @Transactional}, and inside of
 * {@code @Async}. Called in a transaction of the caller, the lock is kept until that has
 * completed. No transaction commits under a lock that was lost, unless its loss is to be
 * ignored.
 * <p>
 * <b>Other annotations.</b> The lock is outside of {@code @Cacheable}, and inside of
 * {@code @Retryable} and {@code @Validated}.
 * <p>
 * Every text takes <code>${…}</code>. What cannot work stops the application at start-up,
 * all of it reported at once.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Repeatable(DistributedLocks.class)
public @interface DistributedLock {

	/**
	 * What is locked: templates such as {@code order:#<id>}. Required.
	 * @return the templates of the keys
	 */
	@AliasFor("value")
	String[] key() default {};

	/**
	 * The same as {@link #key()}.
	 * @return the templates of the keys
	 */
	@AliasFor("key")
	String[] value() default {};

	/**
	 * How long the lock server keeps the lock if it is not renewed: {@code 30s},
	 * {@code PT30S}, {@code 1500ms}. Empty: {@code distributed-lock.ttl}.
	 * @return a duration
	 */
	String ttl() default "";

	/**
	 * How long to wait for the lock: {@code 0} tries once, {@code forever} has no end.
	 * Empty: {@code distributed-lock.wait-time}.
	 * @return a duration
	 */
	String waitTime() default "";

	/**
	 * Whether the watchdog renews the lock while the method runs; {@code false} makes a
	 * fixed lease.
	 * @return whether it is renewed
	 */
	boolean renew() default true;

	/**
	 * The hold ends after this long at the latest, renewed or not. Empty: no limit.
	 * @return a duration
	 */
	String maxHold() default "";

	/**
	 * The key stays taken for at least this long, also when the method ends sooner: so a
	 * short scheduled job runs once in a fleet. Empty: no longer than the method.
	 * @return a duration
	 */
	String minHold() default "";

	/**
	 * Whether each call takes a fencing number, which a {@link LockHandle} parameter or
	 * {@link LockHandle#current()} gives to the method. Not with several keys: each has a
	 * number of its own. {@code false}: as {@code distributed-lock.fencing} says.
	 * @return whether it takes one
	 */
	boolean fence() default false;

	/**
	 * What to do when the lock is busy until the wait is over. A lock server that fails
	 * is not busy: that always throws.
	 * @return what to do
	 */
	IfBusy ifBusy() default IfBusy.THROW;

	/**
	 * The name of a method that is called instead when the lock is busy until the wait is
	 * over: of the same class or inherited, of any visibility, with the same parameters
	 * and optionally a {@link LockNotAcquiredException} after them. It is called on the
	 * object itself, not on its proxy, and without the lock.
	 * @return a method's name
	 */
	String fallbackMethod() default "";

	/**
	 * What to do when the lock is lost while the method runs.
	 * @return what to do
	 */
	OnLost onLost() default OnLost.FAIL;

	/**
	 * A SpEL expression on the arguments, such as {@code #amount > 100}: where it is
	 * false, the method is called without this lock, and a {@link LockHandle} parameter
	 * keeps what the caller passed. Empty: always locked.
	 * @return an expression
	 */
	String condition() default "";

}
