package io.lockstarter.reactive;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
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

	private WebFluxApplication() {
	}

	/**
	 * Runs the load.
	 * @param arguments the port of Redis
	 */
	public static void main(String[] arguments) throws Exception {
		BlockHound.builder()
			.loadIntegrations()
			.nonBlockingThreadPredicate((known) -> known.or((thread) -> isEventLoop(thread.getName())))
			.blockingMethodCallback((method) -> blocking.add(Thread.currentThread().getName() + ": " + method + stack()))
			.install();
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run("--spring.data.redis.port=" + arguments[0], "--spring.main.banner-mode=off",
					"--distributed-lock.ttl=60s")) {
			// The first call of each kind connects, which Lettuce does on the calling thread.
			context.getBean(LockService.class).acquire("warm-up").close();
			DisposableServer server = HttpServer.create()
				.port(0)
				.handle(new ReactorHttpHandlerAdapter(WebHttpHandlerBuilder.applicationContext(context).build()))
				.bindNow();
			load(server.port());
			server.disposeNow(Duration.ofSeconds(20));
			Endpoints endpoints = context.getBean(Endpoints.class);
			System.out.println("answered: " + (endpoints.answered.get() > 0));
			System.out.println("disconnected during the work: " + (endpoints.canceled.get() > 0));
			System.out.println("overlaps: " + endpoints.overlaps.get());
			System.out.println("held: " + heldAfterwards(context.getBean(LockService.class)));
			System.out.println("counts: " + endpoints.answered + " answered, " + endpoints.canceled + " canceled");
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
		ConnectionProvider connections = ConnectionProvider.builder("load")
			.maxConnections(100)
			.pendingAcquireMaxCount(-1)
			.build();
		HttpClient client = HttpClient.create(connections).port(port);
		Flux.range(0, REQUESTS).flatMap((i) -> {
			Mono<String> response = client.get()
				.uri(((i % 2 == 0) ? "/mono/" : "/flux/") + i % KEYS)
				.responseContent()
				.aggregate()
				.asString();
			boolean impatient = i % 3 == 0;
			Mono<String> limited = impatient
					? response.timeout(Duration.ofMillis(ThreadLocalRandom.current().nextInt(1, 60))) : response;
			return limited.onErrorResume((ex) -> impatient ? Mono.just("gone") : Mono.error(ex));
		}, 100).blockLast(Duration.ofMinutes(2));
		connections.disposeLater().block(Duration.ofSeconds(20));
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
	@Import(Endpoints.class)
	static class Application {

	}

	@RestController
	static class Endpoints {

		final AtomicInteger answered = new AtomicInteger();

		final AtomicInteger canceled = new AtomicInteger();

		final AtomicInteger overlaps = new AtomicInteger();

		private final ConcurrentMap<Integer, AtomicInteger> inside = new ConcurrentHashMap<>(Map.of());

		@GetMapping("/mono/{id}")
		@DistributedLock(key = "order:#<id>", waitTime = "60s")
		public Mono<String> mono(@PathVariable int id) {
			return work(id);
		}

		@GetMapping("/flux/{id}")
		@DistributedLock(key = "order:#<id>", waitTime = "60s")
		public Flux<String> flux(@PathVariable int id) {
			return work(id).concatWith(Mono.just("more"));
		}

		private Mono<String> work(int id) {
			AtomicInteger holders = this.inside.computeIfAbsent(id, (key) -> new AtomicInteger());
			return Mono.fromSupplier(() -> {
				if (holders.incrementAndGet() > 1) {
					this.overlaps.incrementAndGet();
				}
				return "paid";
			}).delayElement(Duration.ofMillis(1)).doOnTerminate(() -> {
				holders.decrementAndGet();
				this.answered.incrementAndGet();
			}).doOnCancel(() -> {
				holders.decrementAndGet();
				this.canceled.incrementAndGet();
			});
		}

	}

}
