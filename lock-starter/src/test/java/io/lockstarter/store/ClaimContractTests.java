package io.lockstarter.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.lockstarter.LockType;
import io.lockstarter.store.LockState.TypedHolder;
import io.lockstarter.testsupport.RecordedWakeUps;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests the contract of fair, read/write and semaphore locks, in every store that has
 * them. {@code a:1} is the first token of instance {@code a}. The store is empty before
 * each test.
 */
@Timeout(60)
public abstract class ClaimContractTests {

	protected static final long LONG = 30_000;

	protected static final long GRANT = 12_000;

	protected static final QueueRequest WAIT = new QueueRequest(GRANT, LONG, false, true);

	protected static final QueueRequest AGAIN = new QueueRequest(GRANT, LONG, true, true);

	/** A waiter that is dead soon. */
	protected static final QueueRequest DIES = new QueueRequest(GRANT, 1, false, true);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<Runnable> subscriptions = new ArrayList<>();

	/** The store under test. */
	protected abstract LockStore store();

	@AfterEach
	void unsubscribeAll() {
		this.subscriptions.forEach(Runnable::run);
		this.threads.shutdown();
	}

	// --- one holder

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "WRITE" })
	void oneHolderAtATimeInTheOrderOfTheRequests(LockType type) {
		String first = token("a:1", type);
		String second = token("b:1", type);
		String third = token("a:2", type);
		assertWon(first);
		assertQueued(second);
		assertQueued(third);
		assertHolders(first);
		assertThat(release(first)).isEqualTo(ReleaseReply.RELEASED);
		assertHolders(second);
		release(second);
		assertHolders(third);
		release(third);
		assertThat(store().describe("key")).isEmpty();
	}

	@Test
	void callerThatTriesOnceNeverPassesAWaiter() {
		String holder = fair("a:1");
		assertWon(holder);
		assertQueued(fair("b:1"));
		Contention reply = store().contend("key", fair("c:1"), LONG, null);
		assertThat(reply.queued()).isFalse();
		assertThat(reply.holder()).isNotNull().extracting(Holder::token).isEqualTo(holder);
		release(holder);
		assertThat(store().contend("key", fair("c:2"), LONG, null).holder()).isNotNull();
		assertHolders(fair("b:1"));
	}

	@Test
	void replyHasTheTokenAndTheTimeOfTheHolder() {
		assertWon(fair("a:1"));
		Contention reply = contend(fair("b:1"));
		assertThat(reply.holder()).isNotNull().satisfies((holder) -> {
			assertThat(holder.token()).isEqualTo(fair("a:1"));
			assertThat(holder.remainingMillis()).isBetween(LONG - 10_000, LONG + 1);
		});
	}

	@Test
	void onlyTheFirstWaiterAsksAtTheExpiry() {
		assertWon(fair("a:1"));
		assertThat(contend(fair("b:1")).place()).isNotNull().extracting(QueuePlace::first).isEqualTo(true);
		assertThat(contend(fair("c:1")).place()).isNotNull().extracting(QueuePlace::first).isEqualTo(false);
	}

	// --- read/write

	@Test
	void readersShareAndAWriterIsAlone() {
		assertWon(read("a:1"));
		assertWon(read("b:1"));
		assertQueued(write("c:1"));
		assertHolders(read("a:1"), read("b:1"));
		release(read("a:1"));
		assertHolders(read("b:1"));
		release(read("b:1"));
		assertHolders(write("c:1"));
	}

	@Test
	void readerThatComesAfterAWaitingWriterWaits() {
		assertWon(read("a:1"));
		assertQueued(write("b:1"));
		assertQueued(read("c:1"));
		assertThat(store().contend("key", read("d:1"), LONG, null).holder()).isNotNull();
		release(read("a:1"));
		assertHolders(write("b:1"));
		release(write("b:1"));
		assertHolders(read("c:1"));
	}

	@Test
	void readersThatWaitTogetherAreAdmittedTogether() {
		assertWon(write("a:1"));
		assertQueued(read("b:1"));
		assertQueued(read("c:1"));
		assertQueued(write("d:1"));
		assertQueued(read("e:1"));
		release(write("a:1"));
		assertHolders(read("b:1"), read("c:1"));
	}

	@Test
	void writerThatLeavesTheQueueLetsReadersIn() {
		assertWon(read("a:1"));
		assertQueued(write("b:1"));
		assertQueued(read("c:1"));
		assertThat(release(write("b:1"))).isEqualTo(ReleaseReply.NOT_MINE);
		assertHolders(read("a:1"), read("c:1"));
	}

	@Test
	void downgradeAdmitsReadersAndMayBeRepeated() {
		assertWon(write("a:1"));
		assertQueued(read("b:1"));
		assertThat(store().downgrade("key", write("a:1"))).isTrue();
		assertThat(store().downgrade("key", write("a:1"))).isTrue();
		assertHolders(write("a:1"), read("b:1"));
		assertThat(types()).containsOnly(LockType.READ);
		assertThat(store().renew(List.of(renewal("key", write("a:1"), LONG)))).containsExactly(RenewReply.RENEWED);
		assertThat(contend(write("a:1"))).as("its own request").isEqualTo(Contention.WON);
		assertThat(types()).containsOnly(LockType.READ);
		assertThat(release(write("a:1"))).isEqualTo(ReleaseReply.RELEASED);
		assertHolders(read("b:1"));
	}

	@Test
	void downgradeByAnotherTokenChangesNothing() {
		assertWon(write("a:1"));
		assertThat(store().downgrade("key", write("b:1"))).isFalse();
		assertThat(types()).containsExactly(LockType.WRITE);
	}

	// --- semaphore

	@Test
	void semaphoreHasAsManyHoldersAsPermits() {
		assertWon(permit("a:1", 2));
		assertWon(permit("a:2", 2));
		assertQueued(permit("b:1", 2));
		assertHolders(permit("a:1", 2), permit("a:2", 2));
		release(permit("a:1", 2));
		assertHolders(permit("a:2", 2), permit("b:1", 2));
	}

	@Test
	void largerNumberOfPermitsAdmitsAtOnceAndASmallerOneEvictsNobody() {
		assertWon(permit("a:1", 1));
		assertWon(permit("b:1", 2));
		assertQueued(permit("c:1", 1));
		assertHolders(permit("a:1", 1), permit("b:1", 2));
		release(permit("a:1", 1));
		assertHolders(permit("b:1", 2));
		release(permit("b:1", 2));
		assertHolders(permit("c:1", 1));
	}

	@Test
	void expiredHolderGivesItsPermitBack() {
		assertThat(store().contend("key", permit("a:1", 2), 50, WAIT)).isEqualTo(Contention.WON);
		assertWon(permit("b:1", 2));
		patiently().untilAsserted(
				() -> assertThat(store().contend("key", permit("c:1", 2), LONG, null)).isEqualTo(Contention.WON));
		assertHolders(permit("b:1", 2), permit("c:1", 2));
	}

	// --- grants and tickets

	@Test
	void grantIsAnnouncedWithTheTicketAndTheFence() {
		RecordedWakeUps wakeUps = listen("b");
		assertThat(contend(fenced("a:1", LockType.FAIR)).fence()).isPositive();
		QueuePlace place = contend(fenced("b:1", LockType.FAIR)).place();
		assertThat(place).isNotNull();
		release(fenced("a:1", LockType.FAIR));
		patiently().until(() -> !wakeUps.grants().isEmpty());
		assertThat(wakeUps.grants()).containsExactly("key " + fenced("b:1", LockType.FAIR));
		assertThat(wakeUps.tickets()).containsExactly(place.ticket());
		assertThat(wakeUps.fences().get(0)).isPositive();
	}

	@Test
	void oneReleaseAnnouncesAllThatItAdmits() {
		RecordedWakeUps wakeUps = listen("b");
		assertWon(write("a:1"));
		for (int i = 1; i <= 20; i++) {
			assertQueued(read("b:" + i));
		}
		assertQueued(write("b:99"));
		release(write("a:1"));
		patiently().until(() -> wakeUps.grants().size() == 20);
		assertThat(wakeUps.grants()).doesNotContain("key " + write("b:99"));
	}

	@Test
	void repeatedRequestKeepsPlaceAndTicket() {
		assertWon(fair("a:1"));
		Contention first = contend(fair("b:1"));
		assertQueued(fair("c:1"));
		assertThat(store().contend("key", fair("b:1"), LONG, AGAIN).place()).isEqualTo(first.place());
		assertThat(contend(fair("b:1")).place()).as("the same bytes again").isEqualTo(first.place());
		release(fair("a:1"));
		assertHolders(fair("b:1"));
	}

	@Test
	void resentRequestOfAHolderIsOneHolder() {
		for (int i = 0; i < 3; i++) {
			assertThat(contend(permit("a:1", 3))).isEqualTo(Contention.WON);
		}
		assertHolders(permit("a:1", 3));
		assertThat(release(permit("a:1", 3))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(release(permit("a:1", 3))).isEqualTo(ReleaseReply.NOT_MINE);
		assertThat(store().describe("key")).isEmpty();
	}

	@Test
	void tokenThatWasInTheQueueDoesNotJoinAgain() {
		Contention reply = store().contend("key", fair("a:1"), LONG, AGAIN);
		assertThat(reply.queued()).isFalse();
		assertThat(reply.holder()).as("it is gone, although the key is free").isNotNull();
		assertThat(store().describe("key")).isEmpty();
	}

	@Test
	void requestThatFindsItsGrantRaisesTheExpiry() {
		assertWon(fair("a:1"));
		assertQueued(fair("b:1"));
		release(fair("a:1"));
		assertThat(remaining(fair("b:1"))).isBetween(1L, GRANT + 1);
		assertThat(store().contend("key", fair("b:1"), LONG, AGAIN)).isEqualTo(Contention.WON);
		assertThat(remaining(fair("b:1"))).isBetween(GRANT + 2, LONG + 1);
	}

	@Test
	void refreshAnswersEachToken() {
		assertWon(fair("a:1"));
		assertQueued(fair("b:1"));
		assertQueued(fair("c:1"));
		store().contend("other", read("b:2"), LONG, WAIT);
		release(fair("a:1"));
		List<Contention> replies = store().refresh(List.of(refresh("key", fair("b:1")), refresh("other", read("b:3")),
				refresh("key", fair("c:1")), refresh("key", fair("x:1"))));
		assertThat(replies.get(0)).isEqualTo(Contention.WON);
		assertThat(replies.get(1).queued()).isFalse();
		assertThat(replies.get(2).queued()).isTrue();
		assertThat(replies.get(3).queued()).as("gone").isFalse();
	}

	@Test
	void refreshAdmitsAfterAnExpiry() {
		queueBehindAHolderThatExpires(fair("b:1"), WAIT);
		assertQueued(fair("c:1"));
		patiently().until(() -> {
			store().refresh(List.of(refresh("key", fair("c:1"))));
			return holders().equals(List.of(fair("b:1")));
		});
	}

	@Test
	void refreshKeepsAWaiterAlive() {
		assertWon(fair("a:1"));
		queueBehindALivingWaiter(fair("b:1"));
		store().refresh(List.of(refresh("key", fair("b:1"))));
		assertQueued(fair("c:1"));
		release(fair("y:1"));
		release(fair("a:1"));
		assertHolders(fair("b:1"));
	}

	// --- dead waiters

	@Test
	void deadWaiterIsPassedOver() {
		assertWon(fair("a:1"));
		queueBehindALivingWaiter(fair("b:1"));
		assertQueued(fair("c:1"));
		release(fair("y:1"));
		release(fair("a:1"));
		assertHolders(fair("c:1"));
	}

	@Test
	void deadWriterDoesNotBlockReaders() {
		assertWon(read("a:1"));
		assertQueued(write("y:1"));
		store().contend("key", write("b:1"), LONG, DIES);
		assertQueued(read("c:1"));
		pause();
		release(write("y:1"));
		assertHolders(read("a:1"), read("c:1"));
		assertWon(read("d:1"));
	}

	@Test
	void deadWaiterThatAsksInTimeKeepsItsPlace() {
		assertWon(fair("a:1"));
		queueBehindALivingWaiter(fair("b:1"));
		assertQueued(fair("c:1"));
		release(fair("y:1"));
		assertThat(store().contend("key", fair("b:1"), LONG, AGAIN).queued()).isTrue();
		release(fair("a:1"));
		assertHolders(fair("b:1"));
	}

	/** Queues a token that is dead now. Without a living one, the queue would end. */
	private void queueBehindALivingWaiter(String dead) {
		assertQueued(fair("y:1"));
		assertThat(store().contend("key", dead, LONG, DIES).queued()).isTrue();
		pause();
	}

	/** Queues a token. On a slow machine, the holder may have expired before that. */
	private void queueBehindAHolderThatExpires(String token, QueueRequest request) {
		patiently().until(() -> {
			store().contend("key", fair("a:1"), 50, null);
			boolean queued = store().contend("key", token, LONG, request).queued();
			if (!queued) {
				release(token);
			}
			return queued;
		});
	}

	@Test
	void queueOfDeadWaitersDoesNotBlockANewRequest() {
		queueBehindAHolderThatExpires(fair("b:1"), DIES);
		patiently().until(() -> store().contend("key", fair("c:1"), LONG, null).equals(Contention.WON));
		assertHolders(fair("c:1"));
	}

	// --- renewal, release, minimum hold

	@Test
	void renewalRaisesOnlyTheExpiryOfItsHolder() {
		store().contend("key", read("a:1"), GRANT, null);
		store().contend("key", read("b:1"), GRANT, null);
		assertThat(store().renew(List.of(renewal("key", read("a:1"), LONG), renewal("key", read("c:1"), LONG),
				renewal("free", read("a:1"), LONG))))
			.containsExactly(RenewReply.RENEWED, RenewReply.NOT_MINE, RenewReply.NOT_MINE);
		assertThat(remaining(read("a:1"))).isGreaterThan(GRANT + 1);
		assertThat(remaining(read("b:1"))).isLessThanOrEqualTo(GRANT + 1);
		assertThat(store().describe("free")).isEmpty();
	}

	@Test
	void renewalNeverShortens() {
		assertWon(read("a:1"));
		store().renew(List.of(renewal("key", read("a:1"), 1)));
		store().contend("key", read("a:1"), 1, null);
		assertThat(remaining(read("a:1"))).isGreaterThan(GRANT);
	}

	@Test
	void shortHolderDoesNotEndALongOne() {
		assertWon(read("a:1"));
		assertThat(store().contend("key", read("b:1"), 50, null)).isEqualTo(Contention.WON);
		patiently().until(() -> holders().equals(List.of(read("a:1"))));
		assertThat(store().renew(List.of(renewal("key", read("a:1"), LONG)))).containsExactly(RenewReply.RENEWED);
	}

	@Test
	void expiredHolderIsNotRenewed() {
		assertWon(read("b:1"));
		store().contend("key", read("a:1"), 1, null);
		pause();
		assertThat(store().renew(List.of(renewal("key", read("a:1"), LONG)))).containsExactly(RenewReply.NOT_MINE);
		assertHolders(read("b:1"));
	}

	@Test
	void batchMayMixAllTypes() {
		assertThat(store().acquire("plain", exclusive("a:9"), LONG)).isTrue();
		assertWon(read("a:1"));
		assertThat(store().renew(List.of(renewal("plain", exclusive("a:9"), LONG), renewal("key", read("a:1"), LONG),
				renewal("plain", exclusive("b:9"), LONG))))
			.containsExactly(RenewReply.RENEWED, RenewReply.RENEWED, RenewReply.NOT_MINE);
		assertThat(store()
			.releaseAll(List.of(new Release("key", read("a:1"), 0), new Release("plain", exclusive("b:9"), 0),
					new Release("plain", exclusive("a:9"), 0), new Release("key", read("b:1"), 0))))
			.containsExactly(ReleaseReply.RELEASED, ReleaseReply.NOT_MINE, ReleaseReply.RELEASED,
					ReleaseReply.NOT_MINE);
		assertThat(store().describe("key")).isEmpty();
		assertThat(store().describe("plain")).isEmpty();
	}

	@Test
	void keptWriterExcludesReadersWithoutItsToken() {
		assertWon(write("a:1"));
		assertQueued(read("b:1"));
		assertThat(store().release(new Release("key", write("a:1"), LONG))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(store().contend("key", read("c:1"), LONG, null).holder()).isNotNull()
			.extracting(Holder::token)
			.isEqualTo(Release.TOMBSTONE);
		assertThat(store().renew(List.of(renewal("key", write("a:1"), LONG)))).containsExactly(RenewReply.NOT_MINE);
		assertThat(release(write("a:1"))).isEqualTo(ReleaseReply.NOT_MINE);
		assertThat(holders()).containsExactly(Release.TOMBSTONE);
	}

	@Test
	void keptReaderSharesWithReaders() {
		assertWon(read("a:1"));
		store().release(new Release("key", read("a:1"), LONG));
		assertWon(read("b:1"));
		assertQueued(write("c:1"));
	}

	@Test
	void keptPermitsCountEach() {
		assertWon(permit("a:1", 2));
		assertWon(permit("a:2", 2));
		store().release(new Release("key", permit("a:1", 2), LONG));
		store().release(new Release("key", permit("a:2", 2), LONG));
		assertQueued(permit("b:1", 2));
	}

	@Test
	void keptHoldEnds() {
		assertWon(fair("a:1"));
		store().release(new Release("key", fair("a:1"), 50));
		patiently().until(() -> store().contend("key", fair("b:1"), LONG, null).equals(Contention.WON));
	}

	// --- fencing numbers

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "WRITE" })
	void fencingNumbersRiseOverAllWaysToAcquire(LockType type) {
		long exclusive = store().acquireFenced("key", exclusive("x:1"), LONG, 1);
		store().release(new Release("key", exclusive("x:1"), 0));
		long first = contend(fenced("a:1", type)).fence();
		contend(fenced("b:1", type));
		release(fenced("a:1", type));
		long asked = store().contend("key", fenced("b:1", type), LONG, AGAIN).fence();
		long nested = store().fence("key", fenced("b:1", type), LONG, 2);
		release(fenced("b:1", type));
		long last = contend(fenced("c:1", type)).fence();
		assertThat(List.of(exclusive, first, asked, nested, nested + 1, last)).isSorted().doesNotHaveDuplicates();
		assertThat(exclusive).isPositive();
		assertThat(store().fence("key", fenced("a:1", type), LONG, 1)).isZero();
	}

	// --- types that meet

	@Test
	void otherTypesAreRefusedWithTheTypeInUse() {
		assertWon(fair("a:1"));
		assertThat(contend(read("b:1")).conflict()).isEqualTo(LockType.FAIR);
		assertThat(contend(permit("b:2", 5)).conflict()).isEqualTo(LockType.FAIR);
		assertThat(store().contend("key", exclusive("b:3"), LONG, WAIT).conflict()).isEqualTo(LockType.FAIR);
		assertThat(store().acquire("key", exclusive("b:3"), LONG)).as("a plain command sees only that it is busy")
			.isFalse();
		assertHolders(fair("a:1"));
		release(fair("a:1"));
		assertWon(write("a:2"));
		assertThat(contend(fair("b:4")).conflict()).isEqualTo(LockType.WRITE);
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void exclusiveLockIsNamed(LockType type) {
		assertThat(store().acquire("key", exclusive("a:1"), LONG)).isTrue();
		assertThat(contend(token("b:1", type)).conflict()).isEqualTo(LockType.EXCLUSIVE);
		assertThat(release(token("b:1", type))).isEqualTo(ReleaseReply.NOT_MINE);
		assertThat(store().inspect("key")).isPresent().get().extracting(Holder::token).isEqualTo(exclusive("a:1"));
	}

	@Test
	void typeMayChangeAfterTheLastRelease() {
		assertWon(permit("a:1", 2));
		release(permit("a:1", 2));
		assertThat(store().acquire("key", exclusive("a:2"), LONG)).isTrue();
		store().release(new Release("key", exclusive("a:2"), 0));
		assertWon(fair("a:3"));
	}

	// --- description

	@Test
	void descriptionHasHoldersAndWaitersInOrder() {
		store().contend("key", read("b:1"), LONG, null);
		store().contend("key", read("a:1"), GRANT, null);
		assertQueued(write("c:1"));
		assertQueued(read("d:1"));
		LockState state = store().describe("key").orElseThrow();
		assertThat(state.holders()).extracting((each) -> each.holder().token())
			.containsExactly(read("a:1"), read("b:1"));
		assertThat(state.waiters()).containsExactly(write("c:1"), read("d:1"));
		assertThat(types()).containsExactly(LockType.READ, LockType.READ);
	}

	@Test
	void descriptionOfAnExclusiveLockHasItsWaiters() {
		store().acquire("key", exclusive("a:1"), LONG);
		store().contend("key", exclusive("b:1"), LONG, WAIT);
		LockState state = store().describe("key").orElseThrow();
		assertThat(types()).containsExactly(LockType.EXCLUSIVE);
		assertThat(state.waiters()).containsExactly(exclusive("b:1"));
	}

	// --- helpers

	protected static String exclusive(String token) {
		return ShortTokens.full(token);
	}

	protected static String fair(String token) {
		return token(token, LockType.FAIR);
	}

	protected static String read(String token) {
		return token(token, LockType.READ);
	}

	protected static String write(String token) {
		return token(token, LockType.WRITE);
	}

	protected static String permit(String token, int permits) {
		return ShortTokens.full(token) + new Claim(LockType.SEMAPHORE, GRANT, false, permits);
	}

	protected static String fenced(String token, LockType type) {
		return ShortTokens.full(token) + new Claim(type, GRANT, true, 0);
	}

	protected static String token(String token, LockType type) {
		return (type == LockType.SEMAPHORE) ? permit(token, 1)
				: ShortTokens.full(token) + new Claim(type, GRANT, false, 0);
	}

	protected static Refresh refresh(String key, String token) {
		return new Refresh(key, token, LONG, LONG);
	}

	protected final RecordedWakeUps listen(String instance) {
		RecordedWakeUps wakeUps = new RecordedWakeUps();
		this.subscriptions.add(store().listen(ShortTokens.instance(instance), wakeUps, this.threads));
		patiently().until(() -> wakeUps.subscriptions() > 0);
		return wakeUps;
	}

	protected final Contention contend(String token) {
		return store().contend("key", token, LONG, WAIT);
	}

	protected final void assertWon(String token) {
		assertThat(contend(token)).isEqualTo(Contention.WON);
	}

	protected final void assertQueued(String token) {
		assertThat(contend(token).queued()).isTrue();
	}

	protected final ReleaseReply release(String token) {
		return store().release(new Release("key", token, 0));
	}

	protected final List<String> holders() {
		return store().describe("key")
			.map((state) -> state.holders().stream().map((each) -> each.holder().token()).toList())
			.orElse(List.of());
	}

	private List<LockType> types() {
		return store().describe("key").orElseThrow().holders().stream().map(TypedHolder::type).toList();
	}

	protected final void assertHolders(String... tokens) {
		assertThat(holders()).containsExactlyInAnyOrder(tokens);
	}

	protected final long remaining(String token) {
		return store().describe("key")
			.orElseThrow()
			.holders()
			.stream()
			.map(TypedHolder::holder)
			.filter((holder) -> holder.token().equals(token))
			.findFirst()
			.orElseThrow()
			.remainingMillis();
	}

	/** Lets the shortest times of this class pass on the clock of the lock server. */
	private void pause() {
		String holder = fair("z:1");
		store().contend("clock", holder, 20, null);
		patiently().until(() -> store().describe("clock").isEmpty());
	}

	protected static ConditionFactory patiently() {
		return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(5));
	}

}
