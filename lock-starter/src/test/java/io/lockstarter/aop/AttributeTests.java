package io.lockstarter.aop;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.OnBusy;
import io.lockstarter.OnLost;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Verifies every attribute, with a property in each (guarantees 16 and 78). */
class AttributeTests {

	private final ApplicationContextRunner runner = LockedContexts.with(Jobs.class)
		.withPropertyValues("shop.region=eu", "shop.time=20s", "shop.limit=100", "shop.instead=instead");

	@Test
	void keyIsResolvedAndTheTemplateIsTheName() {
		LockRequest request = requestOf((jobs) -> jobs.key(42));
		assertThat(request.key()).isEqualTo("eu:order:42");
		assertThat(request.name()).isEqualTo("${shop.region}:order:#<id>");
	}

	@Test
	void valueIsTheKey() {
		assertThat(requestOf(Jobs::value).key()).isEqualTo("by-value");
	}

	@Test
	void missingAttributesUseTheConfiguration() {
		LockRequest request = requestOf(Jobs::value);
		assertThat(request.ttl()).isNull();
		assertThat(request.waitTime()).isNull();
		assertThat(request.renew()).isTrue();
		assertThat(request.maxHold()).isNull();
		assertThat(request.minHold()).isNull();
	}

	@Test
	void ttlIsADuration() {
		assertThat(requestOf(Jobs::ttl).ttl()).isEqualTo(Duration.ofMillis(1500));
	}

	@Test
	void waitTimeIsADuration() {
		assertThat(requestOf(Jobs::waitTime).waitTime()).isEqualTo(Duration.ofSeconds(30));
	}

	@Test
	void waitTimeZeroTriesOnce() {
		assertThat(requestOf(Jobs::waitTimeZero).waitTime()).isEqualTo(Duration.ZERO);
	}

	@Test
	void waitTimeForeverHasNoLimit() {
		assertThat(requestOf(Jobs::waitTimeForever).waitTime()).isEqualTo(LockRequest.FOREVER);
	}

	@Test
	void renewCanBeTurnedOff() {
		assertThat(requestOf(Jobs::renew).renew()).isFalse();
	}

	@Test
	void maxHoldAndMinHoldAreDurations() {
		LockRequest request = requestOf(Jobs::holds);
		assertThat(request.maxHold()).isEqualTo(Duration.ofMinutes(2));
		assertThat(request.minHold()).isEqualTo(Duration.ofSeconds(20));
	}

	@Test
	void minHoldKeepsTheKeyLockedAfterTheMethodEnds() {
		this.runner.run((context) -> {
			context.getBean(Jobs.class).holds();
			assertThat(LockedContexts.isLocked(context, "holds")).isTrue();
		});
	}

	@Test
	void everyDurationAcceptsAProperty() {
		LockRequest request = requestOf(Jobs::properties);
		assertThat(List.of(String.valueOf(request.ttl()), String.valueOf(request.waitTime()),
				String.valueOf(request.maxHold()), String.valueOf(request.minHold())))
			.containsOnly("PT20S");
	}

	@Test
	void fencingNumberIncreases() {
		this.runner.run((context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			long first = jobs.fencingNumber().orElseThrow();
			assertThat(jobs.fencingNumber().orElseThrow()).isGreaterThan(first);
			assertThat(jobs.noFencingNumber()).isEmpty();
		});
		this.runner.withPropertyValues("distributed-lock.fencing=true")
			.run((context) -> assertThat(context.getBean(Jobs.class).noFencingNumber()).isPresent());
	}

	@Test
	void onBusyThrowsByDefaultAndCanSkip() {
		busy("busy", (jobs) -> {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(jobs::busyThrows);
			assertThat(jobs.busySkips()).isNull();
		});
	}

	@Test
	void fallbackMethodAcceptsAProperty() {
		busy("busy", (jobs) -> assertThat(jobs.busyFallsBack()).isEqualTo("instead"));
	}

	@Test
	void conditionDecidesWhetherToLock() {
		this.runner.run((context) -> {
			context.getBean(Jobs.class).condition(100, null);
			assertThat(context.getBean(Requests.class).acquired).isEmpty();
			context.getBean(Jobs.class).condition(101, null);
			assertThat(context.getBean(Requests.class).acquired).hasSize(1);
		});
	}

	@Test
	void onLostIgnoreLetsTheCallContinue() {
		this.runner.run((context) -> assertThat(context.getBean(Jobs.class).onLost(context)).isEqualTo("done"));
	}

	private LockRequest requestOf(Consumer<Jobs> call) {
		LockRequest[] request = new LockRequest[1];
		this.runner.run((context) -> {
			call.accept(context.getBean(Jobs.class));
			request[0] = context.getBean(Requests.class).acquired.get(0);
		});
		return request[0];
	}

	private void busy(String key, Consumer<Jobs> call) {
		this.runner.run((context) -> {
			LockedContexts.holdElsewhere(context, key);
			call.accept(context.getBean(Jobs.class));
		});
	}

	static class Jobs {

		@DistributedLock(key = "${shop.region}:order:#<id>")
		void key(long id) {
		}

		@DistributedLock("by-value")
		void value() {
		}

		@DistributedLock(key = "ttl", ttl = "1500ms")
		void ttl() {
		}

		@DistributedLock(key = "wait", waitTime = "PT30S")
		void waitTime() {
		}

		@DistributedLock(key = "wait", waitTime = "0")
		void waitTimeZero() {
		}

		@DistributedLock(key = "wait", waitTime = "forever")
		void waitTimeForever() {
		}

		@DistributedLock(key = "renew", renew = false)
		void renew() {
		}

		@DistributedLock(key = "holds", maxHold = "2m", minHold = "20s")
		void holds() {
		}

		@DistributedLock(key = "properties", ttl = "${shop.time}", waitTime = "${shop.time}", maxHold = "${shop.time}",
				minHold = "${shop.other:20s}")
		void properties() {
		}

		@DistributedLock(key = "fenced", fencing = true)
		OptionalLong fencingNumber() {
			return LockHandle.current().fencingNumber();
		}

		@DistributedLock(key = "fenced")
		OptionalLong noFencingNumber() {
			return LockHandle.current().fencingNumber();
		}

		@DistributedLock(key = "busy", waitTime = "0")
		void busyThrows() {
		}

		@DistributedLock(key = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		@Nullable String busySkips() {
			return "ran";
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "${shop.instead}")
		String busyFallsBack() {
			return "ran";
		}

		String instead() {
			return "instead";
		}

		@DistributedLock(key = "condition", condition = "#amount > ${shop.limit}")
		void condition(int amount, @Nullable LockHandle handle) {
			assertThat(handle == null).isEqualTo(amount <= 100);
		}

		@DistributedLock(key = "lost", onLost = OnLost.IGNORE)
		String onLost(ApplicationContext context) {
			LockedContexts.lose(context, LockHandle.current());
			return "done";
		}

	}

}
