package io.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LossCause;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;

/** What a lane wanted of its surroundings. Every backoff is 10 ms, without jitter. */
final class RecordedEffects implements Effects {

	boolean confirmsGrants;

	static final Duration BACKOFF = Duration.ofMillis(10);

	static final Duration LONGEST_SLEEP = Duration.ofSeconds(5);

	final List<Release> swept = new ArrayList<>();

	final List<Release> sweptLate = new ArrayList<>();

	final List<LossCause> losses = new ArrayList<>();

	HandOffSettings handOff = new HandOffSettings(0, Duration.ZERO);

	boolean hears;

	final List<WakeUpSign> signs = new ArrayList<>();

	int dead;

	long lookBy = MonotonicClock.NEVER;

	private int tokens;

	@Override
	public String newToken() {
		return "us:" + ++this.tokens;
	}

	@Override
	public boolean isOurs(String token) {
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
	public boolean hears() {
		return this.hears;
	}

	@Override
	public void suspectWakeUps(WakeUpSign sign) {
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
	public void lookBy(long time) {
		this.lookBy = Math.min(this.lookBy, time);
	}

	@Override
	public void sweep(Release release, long ttl, boolean late) {
		(late ? this.sweptLate : this.swept).add(release);
	}

	@Override
	public void lost(Hold hold, LossCause cause, List<Runnable> actions) {
		this.losses.add(cause);
		actions.forEach(Runnable::run);
	}

	@Override
	public void dead(Lane lane) {
		this.dead++;
	}

}
