package io.lockstarter.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;

import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Waiter;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.WakeUps;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a token that joins the queue twice. Its first request is delayed in a broken
 * connection, and is applied after the token was granted the key and has lost it. Then
 * the message of the first grant arrives. Runs in virtual time.
 */
class LateGrantTests {

	private static final String KEY = "k";

	private final VirtualTime time = new VirtualTime();

	private final InMemoryLockStore server = new InMemoryLockStore(this.time);

	private final List<Object[]> contended = new ArrayList<>();

	private final List<Object[]> heldBack = new ArrayList<>();

	private @Nullable WakeUps wakeUps;

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void messageOfAnEarlierPlaceCountsOnlyWithoutTickets(boolean compares) {
		VirtualInstance us = new VirtualInstance("us", this.time, connection());
		us.lanes.subscribed();
		this.time.pass(Duration.ofMillis(1));
		this.server.acquire(KEY, "them:1", 30_000);
		TestWaiter waiter = new TestWaiter("a",
				LockRequest.of(KEY).withTtl(Duration.ofSeconds(1)).withWaitTime(LockRequest.FOREVER),
				this.time.nanos());
		Lane lane = us.lanes.ask(waiter);
		long firstTicket = drive(us, lane, waiter);
		Object[] firstBytes = this.contended.get(0);

		this.server.release(new Release(KEY, "them:1", 0));
		assertThat(this.heldBack).as("the message is late").hasSize(1);
		this.time.jump(Duration.ofSeconds(2));
		assertThat(this.server.acquire(KEY, "them:2", 30_000)).as("the grant has expired").isTrue();
		this.server.contend(KEY, (String) firstBytes[1], (Long) firstBytes[2], (QueueRequest) firstBytes[3]);
		long secondTicket = drive(us, lane, waiter);

		assertThat(secondTicket).isNotEqualTo(firstTicket);
		Object[] message = this.heldBack.get(0);
		assertThat(message[2]).isEqualTo(firstTicket);
		Objects.requireNonNull(this.wakeUps).granted(KEY, (String) message[1], compares ? firstTicket : secondTicket);
		lane.next(waiter, this.time.nanos());
		// Without tickets there are two holders: this one, and the one in the server.
		assertThat(waiter.hold() != null).isEqualTo(!compares);
		assertThat(this.server.inspect(KEY))
			.hasValueSatisfying((holder) -> assertThat(holder.token()).isEqualTo("them:2"));
	}

	/** Drives a waiter until it sleeps. Returns its ticket. */
	private long drive(VirtualInstance instance, Lane lane, Waiter waiter) {
		AcquireStep step = lane.next(waiter, this.time.nanos());
		while (step instanceof Attempt attempt) {
			instance.commands.acquire(lane, attempt);
			step = lane.next(waiter, this.time.nanos());
		}
		assertThat(step).isInstanceOf(AcquireStep.Sleep.class);
		Object[] last = this.contended.get(this.contended.size() - 1);
		return (Long) last[4];
	}

	/**
	 * Returns a connection to the server that holds messages back and records commands.
	 */
	private LockStore connection() {
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, arguments) -> {
					try {
						if (method.getName().equals("listen")) {
							return listen((String) arguments[0], (WakeUps) arguments[1], (Executor) arguments[2]);
						}
						Object reply = method.invoke(this.server, arguments);
						if (reply instanceof Contention contention && contention.place() != null) {
							this.contended.add(new Object[] { arguments[0], arguments[1], arguments[2], arguments[3],
									Objects.requireNonNull(contention.place()).ticket() });
						}
						return reply;
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	private Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		this.wakeUps = wakeUps;
		return this.server.listen(instance, new WakeUps() {

			@Override
			public void subscribed() {
				wakeUps.subscribed();
			}

			@Override
			public void unsubscribed() {
				wakeUps.unsubscribed();
			}

			@Override
			public void granted(String key, String token, long ticket) {
				LateGrantTests.this.heldBack.add(new Object[] { key, token, ticket });
			}

		}, executor);
	}

}
