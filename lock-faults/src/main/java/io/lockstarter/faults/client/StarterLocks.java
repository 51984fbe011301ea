package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.ReleaseMode;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Our locks, in a Spring Boot application as the auto-configuration makes it. */
public final class StarterLocks implements Locks {

	private final ConfigurableApplicationContext context;

	private final LockService locks;

	private final Annotated annotated;

	public StarterLocks(Settings settings, History history) {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.registerShutdownHook(false)
			.properties("logging.level.root=ERROR", "distributed-lock.ttl=" + settings.ttl(),
					"spring.data.redis.timeout=" + settings.commandTimeout())
			.properties(settings.properties().toArray(String[]::new))
			.initializers((context) -> {
				context.getBeanFactory().registerSingleton("history", history);
				context.getBeanFactory()
					.registerSingleton("detours", Detours.parse(settings.text("detours", "")).customizer());
			})
			.run();
		this.locks = this.context.getBean(LockService.class);
		this.annotated = this.context.getBean(Annotated.class);
	}

	@Override
	public boolean under(Want want, Consumer<Held> section) {
		try {
			return switch (want.way()) {
				case ACQUIRE -> work(this.locks.acquire(request(want)), section);
				case TRY -> work(this.locks.tryAcquire(request(want)).orElseThrow(BusyException::new), section);
				case NESTED -> nested(want, section);
				case ASYNC -> work(this.locks.acquireAsync(request(want)).toCompletableFuture().join(), section);
				case ANNOTATION -> annotated(want, section);
			};
		}
		catch (CompletionException ex) {
			throw translated((ex.getCause() instanceof RuntimeException cause) ? cause : ex);
		}
		catch (LockBackendException | LockNotAcquiredException ex) {
			throw translated(ex);
		}
	}

	private static boolean work(LockHandle handle, Consumer<Held> section) {
		section.accept(new StarterHeld(handle));
		return !handle.release();
	}

	/** What is lost between the two is another's, or new. */
	private boolean nested(Want want, Consumer<Held> section) {
		LockHandle outer = this.locks.acquire(request(want));
		try {
			this.locks.tryAcquire(request(want).withWaitTime(Duration.ZERO)).ifPresent(LockHandle::release);
		}
		catch (LockBackendException ex) {
			// It was lost, and nobody answers: the outer one knows.
		}
		catch (LockNotAcquiredException ex) {
			// The thread was interrupted, and still has the outer one.
		}
		return work(outer, section);
	}

	private boolean annotated(Want want, Consumer<Held> section) {
		try {
			if (want.fence()) {
				this.annotated.fenced(want.key(), null, section);
			}
			else {
				this.annotated.plain(want.key(), null, section);
			}
			return false;
		}
		catch (LockLostException ex) {
			return true;
		}
	}

	private static RuntimeException translated(RuntimeException ex) {
		if (ex instanceof LockNotAcquiredException refused) {
			return (refused.reason() == Reason.INTERRUPTED) ? new GivenUpException() : new BusyException();
		}
		return new UnknownException(ex);
	}

	private static LockRequest request(Want want) {
		return LockRequest.of(want.key())
			.withWaitTime(want.waitTime())
			.withRenew(want.renew())
			.withFence(want.fence())
			.withRelease(want.releaseAsync() ? ReleaseMode.ASYNC : ReleaseMode.SYNC);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** An application with nothing but locks. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Annotated annotated() {
			return new Annotated();
		}

		@Bean
		LockListener unconfirmed(History history) {
			return new LockListener() {

				@Override
				public void released(LockRequest request, String token, Duration held, boolean confirmed) {
					if (!confirmed) {
						history.add(Event.of(System.nanoTime(), Kind.UNCONFIRMED, request.key(), Event.NONE));
					}
				}

			};
		}

	}

}
