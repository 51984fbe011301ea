package io.lockstarter.reactive;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import reactor.blockhound.BlockHound;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/**
 * Runs a WebFlux server with annotated endpoints under load, in its own JVM with
 * BlockHound. Some clients disconnect before they receive the response. It prints its
 * results.
 */
final class WebFluxApplication {

	private static final int KEYS = 8;

	private static final int REQUESTS = 3000;

	/** Blocking calls on event loops, with the first line of our code. */
	private static final Set<String> blocking = ConcurrentHashMap.newKeySet();

	private static final AtomicInteger lostResponses = new AtomicInteger();

	private WebFluxApplication() {
	}

	/**
	 * Runs the load.
	 * @param arguments the port of Redis
	 */
	public static void main(String[] arguments) throws Exception {
		// A thread that passes a task to an executor may wait for a thread that does the
		// same, but only for a moment. The same is true of a command and Lettuce.
		BlockHound.builder()
			.loadIntegrations()
			.allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "execute")
			.allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor", "schedule")
			.allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask", "cancel")
			.allowBlockingCallsInside("io.lettuce.core.protocol.SharedLock", "incrementWriters")
			.nonBlockingThreadPredicate((known) -> known.or((thread) -> isEventLoop(thread.getName())))
			.blockingMethodCallback(
					(method) -> blocking.add(Thread.currentThread().getName() + ": " + method + stack()))
			.install();
		// With a pool, each command takes a lock of the connection factory.
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run("--spring.data.redis.port=" + arguments[0], "--spring.main.banner-mode=off",
					"--spring.data.redis.timeout=10s", "--spring.data.redis.lettuce.pool.enabled=false")) {
			// The first call of each kind connects, which Lettuce does on the calling
			// thread.
			context.getBean(LockService.class)
				.acquire(LockRequest.of("warm-up").withWaitTime(Duration.ofMinutes(1)))
				.close();
			// The first annotated call looks up the lock service, and others wait for it.
			context.getBean(Lines.class).of(0).blockLast(Duration.ofSeconds(20));
			Work work = context.getBean(Work.class);
			work.answered.set(0);
			DisposableServer server = HttpServer.create()
				.port(0)
				.handle(new ReactorHttpHandlerAdapter(WebHttpHandlerBuilder.applicationContext(context).build()))
				.bindNow();
			// On a slow machine, all impatient clients may disconnect before the work
			// begins.
			for (int i = 0; i < 5 && work.canceled.get() == 0; i++) {
				load(server.port());
			}
			server.disposeNow(Duration.ofSeconds(20));
			System.out.println("requests without an end: " + context.getBean(OpenRequests.class).count);
			System.out.println("few lost responses: " + (lostResponses.get() <= REQUESTS / 100));
			System.out.println("answered: " + (work.answered.get() > 0));
			System.out.println("disconnected during the work: " + (work.canceled.get() > 0));
			System.out.println("overlaps: " + work.overlaps.get());
			System.out.println("held: " + heldAfterwards(context.getBean(LockService.class)));
			System.out.println("counts: " + work.answered + " answered, " + work.canceled + " canceled");
		}
		System.out.println("blocking calls: " + blocking);
		blocking.clear();
		Mono.fromRunnable(WebFluxApplication::block).subscribeOn(Schedulers.parallel()).block();
		System.out.println("detected: " + !blocking.isEmpty());
		System.exit(0);
	}

	private static boolean isEventLoop(String name) {
		return name.startsWith("lettuce-") || name.startsWith("reactor-http-");
	}

	private static String stack() {
		return StackWalker.getInstance()
			.walk((frames) -> frames.map(StackWalker.StackFrame::toString)
				.filter((frame) -> !frame.contains("blockhound"))
				.limit(40)
				.collect(Collectors.joining("\n\t", "\n\t", "\n")));
	}

	private static void block() {
		try {
			Thread.sleep(1);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static void load(int port) {
		// A pooled connection may be closed when it is used again.
		HttpClient client = HttpClient.create(ConnectionProvider.newConnection()).port(port);
		Flux.range(0, REQUESTS).flatMap((i) -> {
			Mono<String> response = client.get()
				.uri(((i % 2 == 0) ? "/mono/" : "/list/") + i % KEYS)
				.responseContent()
				.aggregate()
				.asString();
			if (i % 3 == 0) {
				return response.timeout(Duration.ofMillis(ThreadLocalRandom.current().nextInt(1, 60)))
					.onErrorResume((ex) -> Mono.just("gone"));
			}
			// Rarely, Reactor Netty loses a response when other clients disconnect. This
			// happens without locks, too.
			return response.timeout(Duration.ofSeconds(20)).onErrorResume(TimeoutException.class, (ex) -> {
				lostResponses.incrementAndGet();
				return Mono.just("lost");
			});
		}, 100).blockLast(Duration.ofMinutes(2));
	}

	private static String heldAfterwards(LockService locks) throws InterruptedException {
		for (int key = 0; key < KEYS; key++) {
			// A lock that a client has left behind would be renewed for as long.
			locks.acquire(LockRequest.of("order:" + key).withWaitTime(Duration.ofSeconds(30))).close();
			if (locks.inspect("order:" + key).isPresent()) {
				return "order:" + key;
			}
		}
		return "none";
	}

	@Configuration(proxyBeanMethods = false)
	@EnableWebFlux
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, LockAutoConfiguration.class,
			DistributedLockAnnotationAutoConfiguration.class, ReactiveLockAutoConfiguration.class })
	@Import({ OpenRequests.class, Work.class, Endpoint.class, Lines.class, Lists.class })
	static class Application {

	}

	/** Counts the requests that the server has received, and that have not ended. */
	static class OpenRequests implements WebFilter {

		final AtomicInteger count = new AtomicInteger();

		@Override
		public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
			this.count.incrementAndGet();
			return chain.filter(exchange).doFinally((signal) -> this.count.decrementAndGet());
		}

	}

	/** Does the work of one request, and detects two at a time. */
	static class Work {

		final AtomicInteger answered = new AtomicInteger();

		final AtomicInteger canceled = new AtomicInteger();

		final AtomicInteger overlaps = new AtomicInteger();

		private final ConcurrentMap<Integer, AtomicInteger> inside = new ConcurrentHashMap<>();

		Mono<String> of(int id) {
			AtomicInteger holders = this.inside.computeIfAbsent(id, (key) -> new AtomicInteger());
			AtomicBoolean ended = new AtomicBoolean();
			return Mono.fromSupplier(() -> {
				if (holders.incrementAndGet() > 1) {
					this.overlaps.incrementAndGet();
				}
				return "paid";
			}).delayElement(Duration.ofMillis(1)).doOnTerminate(() -> {
				// A client may disconnect while its work ends.
				if (ended.compareAndSet(false, true)) {
					holders.decrementAndGet();
					this.answered.incrementAndGet();
				}
			}).doOnCancel(() -> {
				if (ended.compareAndSet(false, true)) {
					holders.decrementAndGet();
					this.canceled.incrementAndGet();
				}
			});
		}

	}

	@RestController
	static class Endpoint {

		private final Work work;

		Endpoint(Work work) {
			this.work = work;
		}

		@GetMapping("/mono/{id}")
		@DistributedLock(key = "order:#<id>", waitTime = "60s")
		public Mono<String> mono(@PathVariable int id) {
			return this.work.of(id);
		}

	}

	static class Lines {

		private final Work work;

		Lines(Work work) {
			this.work = work;
		}

		@DistributedLock(key = "order:#<id>", waitTime = "60s")
		public Flux<String> of(int id) {
			return this.work.of(id).concatWith(Mono.just("more"));
		}

	}

	/**
	 * Collects a locked Flux. WebFlux does not cancel each Flux whose client disconnects,
	 * so the endpoint returns a Mono.
	 */
	@RestController
	static class Lists {

		private final Lines lines;

		Lists(Lines lines) {
			this.lines = lines;
		}

		@GetMapping("/list/{id}")
		Mono<String> list(@PathVariable int id) {
			return this.lines.of(id).collectList().map(Object::toString);
		}

	}

}
