package io.lockstarter.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Lets tests of a store write {@code a:1} for the first token of instance {@code a}. The
 * store receives tokens in the real format.
 */
public final class ShortTokens implements LockStore {

	private static final String ID = "-" + "A".repeat(22);

	private final LockStore store;

	ShortTokens(LockStore store) {
		this.store = store;
	}

	public static String instance(String name) {
		return name + ID;
	}

	/** Returns the token in its real format. */
	public static String full(String token) {
		int colon = token.indexOf(':');
		return (colon < 0) ? token : instance(token.substring(0, colon)) + token.substring(colon) + ":0";
	}

	private static String brief(String token) {
		return token.contains(ID) ? token.replace(ID, "").substring(0, token.length() - ID.length() - 2) : token;
	}

	private static Holder brief(Holder holder) {
		return new Holder(brief(holder.token()), holder.remainingMillis());
	}

	private static Release full(Release release) {
		return new Release(release.key(), full(release.token()), release.keepMillis(), release.fence());
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		return this.store.acquire(key, full(token), ttlMillis);
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		Contention reply = this.store.contend(key, full(token), ttlMillis, wait);
		Holder holder = reply.holder();
		return (holder != null) ? new Contention(brief(holder), reply.place()) : reply;
	}

	@Override
	public ReleaseReply release(Release entry) {
		return this.store.release(full(entry));
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return this.store.giveWay(key, full(token), ttlMillis, full(next), wait);
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return this.store.listen(instance(instance), new WakeUps() {

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
				wakeUps.granted(key, brief(token), ticket);
			}

		}, executor);
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return this.store.releaseAll(batch.stream().map(ShortTokens::full).toList());
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return this.store.renew(batch.stream()
			.map((renewal) -> new Renewal(new FullLease(renewal.lease()), renewal.ttlMillis()))
			.toList());
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return this.store.inspect(key).map(ShortTokens::brief);
	}

	@Override
	public long epoch() {
		return this.store.epoch();
	}

	private record FullLease(Lease lease) implements Lease {

		@Override
		public String key() {
			return this.lease.key();
		}

		@Override
		public String token() {
			return full(this.lease.token());
		}

	}

}
