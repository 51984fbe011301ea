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
 * <b>Placement.</b> The annotation may be on:
 * <ul>
 * <li>a method of a bean, or the same method of its interface;</li>
 * <li>a class or an interface. It then applies to all public methods that are declared by
 * that type, by its subclasses, and by classes that implement it. It does not apply to
 * {@code equals}, {@code hashCode} and {@code toString}, or to methods that are inherited
 * from a class without the annotation;</li>
 * <li>an annotation of your own. Its attributes may be aliases of the attributes
 * here.</li>
 * </ul>
 * An annotation on a method replaces the annotation on its class. Calls inside one object
 * do not pass through the proxy. They are not locked, unless AspectJ weaves the class.
 * <p>
 * <b>Several keys.</b> A call acquires the keys of all its annotations, or none of them.
 * It acquires them in the order of their text, so that two calls cannot deadlock, and it
 * releases them in reverse order. The wait time of each annotation counts from the start
 * of the call. A key that occurs twice is acquired once. If one of the two is a read lock
 * and the other is a write lock, the write lock is acquired.
 * <p>
 * <b>Return types.</b> The lock is held until the method ends. If the method returns a
 * {@code CompletionStage} or {@code CompletableFuture}, the lock is held until that stage
 * is complete. The calling thread waits for the lock, runs the method, and owns the hold
 * meanwhile. If the stage is not complete when the method returns, the hold no longer
 * belongs to the thread, and the next call on the same thread waits for it. Each failure,
 * also a busy lock, arrives in the stage of the caller. The declared type may hide that
 * the result is a stage (a type variable, for example). The lock is then also held until
 * the stage is complete, but the call itself throws. If the method returns a reactive
 * type ({@code Mono}, {@code Flux}, or another type that Spring can adapt), each
 * subscription acquires the lock without blocking, and then calls the method. The lock is
 * held until the subscription completes, fails or is canceled. The same applies to a
 * {@code suspend} function of Kotlin, whose caller is suspended while it waits for the
 * lock. The key and the condition are evaluated when the method is called. The following
 * return types stop the application at start-up, because the end of their work cannot be
 * observed: {@code Callable}, the asynchronous types of Spring MVC, {@code Future}
 * without {@code @Async}, and types with a future or a publisher inside, such as
 * {@code List<CompletableFuture<T>>}.
 * <p>
 * <b>Handle.</b> A parameter of type {@link LockHandle} receives the handle of the call;
 * the argument of the caller is ignored. {@link LockHandle#current()} returns the same
 * handle in code that the method calls. The handle of several keys is held while all of
 * the keys are held.
 * <p>
 * <b>Exceptions.</b> An exception of the method reaches the caller unchanged. A call also
 * throws the exceptions of {@link LockService#acquire(LockRequest)}, and
 * {@link LockLostException}. If the method returns a stage, the stage fails with them,
 * also with an exception that the method throws. The subscriber of a reactive type
 * receives them. A call throws {@link InvalidLockDefinitionException}, and acquires no
 * lock, if its arguments give no key (one of them is {@code null} or empty, for example),
 * or if the condition fails.
 * <p>
 * <b>Transactions.</b> The lock is outside of {@code @Transactional}, and inside of
 * {@code @Async}. If the caller already runs in a transaction, the lock is held until
 * that transaction has completed. A transaction does not commit under a lost lock, unless
 * {@link #onLost()} is {@link OnLost#IGNORE}.
 * <p>
 * <b>Other annotations.</b> The lock is outside of {@code @Cacheable}, and inside of
 * {@code @Retryable} and {@code @Validated}.
 * <p>
 * Every text attribute may contain <code>${…}</code> placeholders. A definition that
 * cannot work stops the application at start-up. One report lists all such definitions.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Repeatable(DistributedLocks.class)
public @interface DistributedLock {

	/**
	 * The templates of the keys to lock, such as {@code order:#<id>}. Required.
	 * {@code #<id>} is the value of the parameter {@code id}, and {@code #<order.id>}
	 * that of a property. {@code #<p0>} is the first parameter, for code that is compiled
	 * without {@code -parameters}. {@code #{…}} contains an expression of SpEL.
	 * @return the templates of the keys
	 */
	@AliasFor("value")
	String[] key() default {};

	/**
	 * Alias of {@link #key()}.
	 * @return the templates of the keys
	 */
	@AliasFor("key")
	String[] value() default {};

	/**
	 * The time for which the lock server keeps the lock without a renewal: {@code 30s},
	 * {@code PT30S}, {@code 1500ms}. Empty means {@code distributed-lock.ttl}.
	 * @return a duration
	 */
	String ttl() default "";

	/**
	 * The longest time to wait for the lock. {@code 0} tries once, {@code forever} waits
	 * without limit. Empty means {@code distributed-lock.wait-time}. With
	 * {@link OnBusy#SKIP}, empty means that the call does not wait.
	 * @return a duration
	 */
	String waitTime() default "";

	/**
	 * Selects whether the watchdog renews the lock while the method runs. {@code false}
	 * makes a fixed lease.
	 * @return {@code true} to renew the lock
	 */
	boolean renew() default true;

	/**
	 * The longest time for which the lock is held, even if it is renewed. Empty means no
	 * limit.
	 * @return a duration
	 */
	String maxHold() default "";

	/**
	 * The shortest time for which the key stays locked, even if the method ends sooner.
	 * It lets a short scheduled job run once, although every instance starts it. Empty
	 * means that the key is free when the method ends.
	 * @return a duration
	 */
	String minHold() default "";

	/**
	 * Selects whether each call takes a fencing number. The method reads it from its
	 * {@link LockHandle} parameter or from {@link LockHandle#current()}. It cannot be
	 * combined with several keys, since each key has its own number, nor with the types
	 * {@link LockType#READ} and {@link LockType#SEMAPHORE}, which have several holders.
	 * {@code false} means that {@code distributed-lock.fencing} decides.
	 * @return {@code true} to take a fencing number
	 */
	boolean fencing() default false;

	/**
	 * The type of the lock. It decides which holders the lock admits at the same time,
	 * and in which order waiters acquire it. All methods with the same key must use the
	 * same type, apart from {@link LockType#READ} and {@link LockType#WRITE}, which
	 * belong together. Keys without placeholders are compared at start-up. A call that
	 * finds a lock of another type on its key throws {@link LockNotAcquiredException},
	 * even if the definition has {@link OnBusy#SKIP} or a fallback method.
	 * @return the type
	 */
	LockType type() default LockType.EXCLUSIVE;

	/**
	 * The number of holders that a lock of type {@link LockType#SEMAPHORE} admits at the
	 * same time; at least 1. Such a lock requires this attribute or
	 * {@link #permitsString()}. Other types refuse it.
	 * @return the number of permits; 0 means that it is not set
	 */
	int permits() default 0;

	/**
	 * The same as {@link #permits()}, as a text that may contain <code>${…}</code>. The
	 * placeholders are resolved for every call, so a changed property takes effect
	 * without a restart.
	 * @return a number; empty means that it is not set
	 */
	String permitsString() default "";

	/**
	 * Decides what the caller receives if the lock is still busy at the end of the wait
	 * time. A failure of the lock server is a different case: the call then always
	 * throws.
	 * @return the reaction to a busy lock
	 */
	OnBusy onBusy() default OnBusy.THROW;

	/**
	 * The name of a method that is called instead if the lock is still busy at the end of
	 * the wait time. It belongs to the same class or is inherited, and may have any
	 * visibility. It has the same parameters, optionally followed by a
	 * {@link LockNotAcquiredException}. It is called on the object itself, not on its
	 * proxy, and without the lock.
	 * @return a method's name
	 */
	String fallbackMethod() default "";

	/**
	 * Decides what happens if the lock is lost while the method runs. If several
	 * annotations of a call have the same key, the strictest reaction counts:
	 * {@link OnLost#INTERRUPT}, then {@link OnLost#THROW}, then {@link OnLost#IGNORE}.
	 * @return the reaction to a loss
	 */
	OnLost onLost() default OnLost.THROW;

	/**
	 * A SpEL expression on the arguments, such as {@code #amount > 100}. If it is false,
	 * the method is called without this lock, and a {@link LockHandle} parameter keeps
	 * the argument of the caller. Empty means that the call is always locked.
	 * @return an expression
	 */
	String condition() default "";

}
