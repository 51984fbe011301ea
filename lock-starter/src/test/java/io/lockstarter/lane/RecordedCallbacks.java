package io.lockstarter.lane;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockLostException;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;

/** Records the callbacks of a lane. Every backoff is 10 ms, without jitter. */
final class RecordedCallbacks implements LaneCallbacks {

	boolean confirmsGrants;

	static final Duration BACKOFF = Duration.ofMillis(10);

	static final Duration LONGEST_SLEEP = Duration.ofSeconds(5);

	final List<Release> swept = new ArrayList<>();

	/** Tokens that a late command may create again. */
	final List<Release> sweptLate = new ArrayList<>();

	final List<String> events = new ArrayList<>();

	final List<LockLostException.Reason> losses = new ArrayList<>();

	HandOffSettings handOff = new HandOffSettings(0, Duration.ZERO, Duration.ZERO);

	boolean subscribed;

	boolean closed;

	final List<MissedWakeUpSign> signs = new ArrayList<>();

	int dead;

	long watchdogBy = MonotonicClock.NEVER;

	private int tokens;

	@Override
	public boolean closed() {
		return this.closed;
	}

	@Override
	public void refreshBy(long time) {
	}

	@Override
	public String newToken(Lane lane) {
		return "us:" + ++this.tokens;
	}

	@Override
	public boolean isLeftover(String token) {
		return token.startsWith("us:");
	}

	@Override
	public long backoff(int round) {
		return BACKOFF.toNanos();
	}

	@Override
	public long scatter() {
		return 0;
	}

	@Override
	public boolean subscribed() {
		return this.subscribed;
	}

	@Override
	public void suspectWakeUps(MissedWakeUpSign sign) {
		this.signs.add(sign);
	}

	@Override
	public boolean confirmsGrants() {
		return this.confirmsGrants;
	}

	@Override
	public long longestSleep() {
		return LONGEST_SLEEP.toNanos();
	}

	@Override
	public HandOffSettings handOff() {
		return this.handOff;
	}

	@Override
	public void wakeWatchdogBy(long time) {
		this.watchdogBy = Math.min(this.watchdogBy, time);
	}

	@Override
	public void sweep(SentToken sent, long keepMillis, long fence) {
		(sent.unconfirmed() ? this.sweptLate : this.swept)
			.add(new Release(sent.key(), sent.token(), keepMillis, fence));
	}

	@Override
	public void waiting(Waiter waiter) {
		this.events.add("waiting");
	}

	@Override
	public void granted(Waiter head, String token) {
		this.events.add("granted " + token);
	}

	@Override
	public void handedOn(Hold hold) {
		this.events.add("handed on " + hold.lease().token());
	}

	@Override
	public void renewed(Hold hold) {
		this.events.add("renewed " + hold.lease().token());
	}

	@Override
	public void lost(Hold hold, LockLostException.Reason cause, List<Hold.LossAction> actions) {
		this.losses.add(cause);
		actions.forEach(Runnable::run);
	}

	@Override
	public void dead(Lane lane) {
		this.dead++;
	}

}
