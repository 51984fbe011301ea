package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.ReleaseMode;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;
import io.lockstarter.reactive.ReactiveLockService;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Runs the locks of the library in an auto-configured Spring Boot application. */
public final class StarterLocks implements Locks {

	private final ConfigurableApplicationContext context;

	private final LockService locks;

	private final CancelableCalls cancelable;

	private final AnnotatedMethods annotated;

	private final boolean typed;

	public StarterLocks(Settings settings, History history) {
		this.typed = settings.typed();
		this.context = new SpringApplicationBuilder(Application.class)
			.sources(this.typed ? new Class<?>[] { TypedMethods.class } : new Class<?>[0])
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.registerShutdownHook(false)
			.properties("logging.level.root=ERROR", "distributed-lock.ttl=" + settings.ttl(),
					"spring.data.redis.timeout=" + settings.commandTimeout())
			.properties(settings.properties().toArray(String[]::new))
			.initializers((context) -> {
				context.getBeanFactory().registerSingleton("history", history);
				context.getBeanFactory()
					.registerSingleton("portMapping", PortMapping.parse(settings.text("portMapping", "")).customizer());
			})
			.run();
		this.locks = this.context.getBean(LockService.class);
		this.cancelable = new CancelableCalls(this.locks, this.context.getBean(ReactiveLockService.class));
		this.annotated = this.context.getBean(AnnotatedMethods.class);
	}

	/** Returns the type of the lock. All its types exclude every other caller. */
	private LockType type(LockCall call) {
		return this.typed ? Worker.type(call.key()) : LockType.EXCLUSIVE;
	}

	@Override
	public boolean runLocked(LockCall call, Consumer<HeldLock> section) {
		try {
			return switch (call.api()) {
				case ACQUIRE -> work(this.locks.acquire(request(call)), section);
				case TRY -> work(this.locks.tryAcquire(request(call)).orElseThrow(BusyException::new), section);
				case NESTED -> nested(call, section);
				case ASYNC -> work(this.cancelable.acquire(request(call), call.cancelAfter()), section);
				case REACTIVE -> this.cancelable.withLock(request(call), call.cancelAfter(), section);
				case ANNOTATION -> annotated(call, section);
			};
		}
		catch (CompletionException ex) {
			throw translated((ex.getCause() instanceof RuntimeException cause) ? cause : ex);
		}
		catch (LockServerException | LockNotAcquiredException ex) {
			throw translated(ex);
		}
	}

	private static boolean work(LockHandle handle, Consumer<HeldLock> section) {
		section.accept(new StarterHeldLock(handle));
		return !handle.release();
	}

	private boolean nested(LockCall call, Consumer<HeldLock> section) {
		LockHandle outer = this.locks.acquire(request(call));
		try {
			this.locks.tryAcquire(request(call).withWaitTime(Duration.ZERO)).ifPresent(LockHandle::release);
		}
		catch (LockServerException ex) {
			// The lock was lost, and Redis does not reply. The outer handle reports it.
		}
		catch (LockNotAcquiredException ex) {
			// The thread was interrupted. It still holds the outer lock.
		}
		return work(outer, section);
	}

	private boolean annotated(LockCall call, Consumer<HeldLock> section) {
		try {
			switch (type(call)) {
				case FAIR -> typedMethods().fair(call.key(), null, section);
				case WRITE -> typedMethods().write(call.key(), null, section);
				default -> {
					if (call.fence()) {
						this.annotated.fenced(call.key(), null, section);
					}
					else {
						this.annotated.plain(call.key(), null, section);
					}
				}
			}
			return false;
		}
		catch (LockLostException ex) {
			return true;
		}
	}

	private TypedMethods typedMethods() {
		return this.context.getBean(TypedMethods.class);
	}

	private static RuntimeException translated(RuntimeException ex) {
		if (ex instanceof LockNotAcquiredException refused) {
			return (refused.reason() == Reason.INTERRUPTED) ? new InterruptedWaitException() : new BusyException();
		}
		return new UnknownOutcomeException(ex);
	}

	private LockRequest request(LockCall call) {
		return LockRequest.of(call.key())
			.withType(type(call))
			.withWaitTime(call.waitTime())
			.withRenew(call.renew())
			.withFencing(call.fence())
			.withReleaseMode(call.releaseAsync() ? ReleaseMode.ASYNC : ReleaseMode.SYNC);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** An application that has only locks. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		AnnotatedMethods annotated() {
			return new AnnotatedMethods();
		}

		@Bean
		LockListener unconfirmed(History history) {
			return new LockListener() {

				@Override
				public void released(LockEvent.Released event) {
					if (!event.confirmed()) {
						history.add(Event.of(System.nanoTime(), Kind.UNCONFIRMED, event.key(), Event.NONE));
					}
				}

			};
		}

	}

}
