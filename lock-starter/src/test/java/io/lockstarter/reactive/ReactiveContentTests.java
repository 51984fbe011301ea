package io.lockstarter.reactive;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.LockedContexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** A Mono fails if its value is work that is not over, since nothing locks that work. */
@ExtendWith(OutputCaptureExtension.class)
class ReactiveContentTests {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	@Test
	void valueWithAPublisherFailsTheMono() {
		assertRefused(ResponseEntity.ok(Flux.just("a")));
		assertRefused(Optional.of(Mono.just("a")));
	}

	@Test
	void valueWithAnUnfinishedFutureFailsTheMono() {
		assertRefused(new CompletableFuture<>());
	}

	@Test
	void valueWithoutWorkIsEmitted() {
		run((context, jobs) -> {
			assertThat(jobs.any(Mono.just("a")).block(LIMIT)).isEqualTo("a");
			assertThat(jobs.any(Mono.just(ResponseEntity.ok("a"))).block(LIMIT)).isEqualTo(ResponseEntity.ok("a"));
			assertThat(jobs.any(Mono.empty()).block(LIMIT)).isNull();
		});
	}

	@Test
	void responseWithAPublisherAsItsBodyFailsTheMono() {
		run((context, jobs) -> {
			StepVerifier.create(jobs.response(ServerResponse.ok().body(Flux.just("a"), String.class)))
				.expectError(InvalidLockDefinitionException.class)
				.verify(LIMIT);
			assertThat(jobs.response(ServerResponse.ok().bodyValue("a")).block(LIMIT)).isNotNull();
			assertThat(jobs.response(ServerResponse.noContent().build()).block(LIMIT)).isNotNull();
		});
	}

	@Test
	void responseWhoseBodyCannotBeSeenIsLoggedOnce(CapturedOutput output) {
		run((context, jobs) -> {
			Mono<ServerResponse> response = jobs
				.response(ServerResponse.ok().body(BodyInserters.fromPublisher(Flux.just("a"), String.class)));
			assertThat(response.block(LIMIT)).isNotNull();
			assertThat(response.block(LIMIT)).isNotNull();
			assertThat(output.getAll().split("returned a ServerResponse with a BodyInserter", -1)).hasSize(2);
		});
	}

	private static void assertRefused(Object value) {
		run((context, jobs) -> {
			StepVerifier.create(jobs.any(Mono.just(value)))
				.expectErrorSatisfies((ex) -> assertThat(ex).isInstanceOf(InvalidLockDefinitionException.class)
					.hasMessageContaining("Jobs.any(")
					.hasMessageContaining("Its work is not over"))
				.verify(LIMIT);
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	private static void run(Check check) {
		LockedContexts.with(Jobs.class).run((context) -> check.run(context, context.getBean(Jobs.class)));
	}

	interface Check {

		void run(ConfigurableApplicationContext context, Jobs jobs);

	}

	static class Jobs {

		@DistributedLock(key = "k", waitTime = "0")
		public <T> Mono<T> any(Mono<T> result) {
			return result;
		}

		@DistributedLock(key = "k", waitTime = "0")
		public Mono<ServerResponse> response(Mono<ServerResponse> result) {
			return result;
		}

	}

}
