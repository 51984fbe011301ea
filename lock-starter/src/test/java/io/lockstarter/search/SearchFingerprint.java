package io.lockstarter.search;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.simulation.SimulatedClaims;
import io.lockstarter.simulation.SimulatedLock;
import io.lockstarter.simulation.Simulation;
import io.lockstarter.simulation.SimulationText;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Computes the identity of a state from all fields of the core, of the model and of
 * messages in flight. Tokens are numbered in the order in which they are found. Times are
 * relative to now, and fencing numbers to the last one. A field that is not listed here
 * counts with its value. That can only make two equal states look different, never the
 * reverse.
 */
final class SearchFingerprint {

	private static final long LONG_AGO = SearchPlan.TTL.toNanos();

	/** Times in the past whose distance matters. Other past times are all alike. */
	private static final Set<String> PAST = Set.of("queuedAt", "handedOnSince", "sentAt", "sliceSince", "wakesAt");

	private static final Set<String> TIMES = Set.of("deadline", "wakeAt", "nextCheck", "maxEnd", "fixedEnd",
			"keepUntil", "until", "lateUntil", "heldUntil", "next", "queuedAt", "handedOnSince", "sentAt", "time", "at",
			"end", "sliceSince", "wakesAt");

	private static final Set<String> TICKETS = Set.of("ticket", "earlyGrant");

	private static final Set<String> FENCES = Set.of("fence", "nextFence", "endOfFences", "firstFence");

	/** Fields that never change, or that have no effect. */
	private static final Set<String> SKIPPED = Set.of("askedAt", "grantedAt", "lag", "clock", "backoff", "listeners",
			"events", "store", "settings", "tokens", "callbacks", "world", "terms", "task", "command", "cancel",
			"cancelAlarm", "fiber", "epoch", "client", "commands", "connection", "watchdog", "timer", "renewers",
			"sweepers", "what", "lossActions", "request", "sleeps", "name", "refresher", "async", "shutdown");

	private static final Map<Class<?>, Field[]> fields = new ConcurrentHashMap<>();

	private final SearchWorld world;

	private final List<SearchClient> order;

	private final StringBuilder text = new StringBuilder(2000);

	private final Map<String, String> tokens = new HashMap<>();

	private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();

	private final long lastFence;

	private SearchFingerprint(SearchWorld world, List<SearchClient> order) {
		this.world = world;
		this.order = order;
		SimulatedLock.Counter counter = world.redis.counters.get(Simulation.KEY);
		this.lastFence = (counter != null) ? counter.value() : 0;
	}

	/** Returns the state as text. Swapping two equal clients does not change it. */
	static String of(SearchWorld world) {
		String least = new SearchFingerprint(world, world.clients).write();
		// The first client may have more callers than the others, or another type.
		boolean special = world.clients.get(0).callers.size() > 1 || world.plan.flaw().claims == LockType.READ;
		int alike = special ? 1 : 0;
		for (int i = alike; i < world.clients.size(); i++) {
			for (int j = i + 1; j < world.clients.size(); j++) {
				List<SearchClient> order = new ArrayList<>(world.clients);
				Collections.swap(order, i, j);
				String other = new SearchFingerprint(world, order).write();
				least = (other.compareTo(least) < 0) ? other : least;
			}
		}
		return least;
	}

	private String write() {
		this.text.append(this.world.faultsLeft).append(this.world.crashesLeft);
		SimulatedLock lock = this.world.redis.live(Simulation.KEY);
		if (lock != null) {
			token(lock.token());
			time("expiry", lock.expiry() - this.world.redis.now() + this.world.now());
			value("queue", lock.queue());
		}
		claims();
		for (SearchClient client : this.order) {
			this.text.append('|');
			if (client.isCrashed()) {
				this.text.append('X');
				continue;
			}
			value("engine", client.engine);
			value("callers", client.callers);
		}
		List<SearchMessage> messages = new ArrayList<>(this.world.network.messages);
		messages.sort(Comparator.comparing((message) -> place(message.client) + verb(message.what)));
		for (SearchMessage message : messages) {
			this.text.append('m').append(place(message.client));
			words(message.what);
			this.text.append(message.slow ? 's' : 'u').append((message.fiber != null) ? 'w' : '-');
			this.text.append((message.fiber != null) ? message.client.connection.epoch - message.epoch : 0);
			time("sentAt", message.sentAt);
			value("reply", message.reply);
		}
		for (SearchNetwork.Call call : this.world.network.calls) {
			this.text.append('c').append(call.slow);
			token(call.token);
			ticket(call.ticket);
		}
		List<String> alarms = new ArrayList<>();
		for (SearchWorld.Alarm alarm : this.world.alarms) {
			if (!alarm.client.isCrashed()) {
				alarms.add(place(alarm.client) + alarm.what + (alarm.time - this.world.now()));
			}
		}
		alarms.sort(null);
		this.text.append(alarms);
		return this.text.toString();
	}

	/** Writes the holders and the queue of claims, in their order. */
	private void claims() {
		SimulatedClaims claims = this.world.redis.claims;
		for (String token : claims.tokens().toList()) {
			token(token);
			SimulatedClaims.Held held = claims.holders.get(token);
			this.text.append((held != null) ? held.type() : "waits");
			if (held == null) {
				ticket(claims.ticket(token));
			}
			claims.expiries(token)
				.forEach((expiry) -> time("expiry", expiry - this.world.redis.now() + this.world.now()));
		}
	}

	/** Writes a command, with its tokens replaced. */
	private void words(String what) {
		for (String word : what.split(" ", -1)) {
			if (word.indexOf(':') > 0) {
				token(word.replace(",", ""));
			}
			else {
				this.text.append(word);
			}
		}
	}

	private void token(String token) {
		String name = SimulationText.token(token);
		int colon = name.indexOf(':');
		String instance = (colon < 0) ? "" : place(name.substring(0, colon));
		this.text.append(this.tokens.computeIfAbsent(name, (ignored) -> instance + "#" + this.tokens.size()));
	}

	/** Tickets are compared with each other, and with the time. */
	private void ticket(long ticket) {
		this.text.append(this.tokens.computeIfAbsent("ticket " + ticket, (ignored) -> "t" + this.tokens.size()))
			.append(Math.max(0, ticket - this.world.redis.now()) / 1_000_000);
	}

	private String place(Object client) {
		for (int i = 0; i < this.order.size(); i++) {
			if (this.order.get(i).toString().equals(client.toString())) {
				return "p" + i;
			}
		}
		return client.toString();
	}

	private static String verb(String what) {
		return what.substring(0, what.lastIndexOf(' '));
	}

	private void time(String name, long time) {
		if (time == Long.MAX_VALUE || time == Long.MIN_VALUE) {
			this.text.append((time > 0) ? '~' : '-');
			return;
		}
		long least = PAST.contains(name) ? -LONG_AGO : 0;
		this.text.append(Math.max(least, time - this.world.now()) / 1_000_000).append(';');
	}

	private void value(String name, @Nullable Object value) {
		if (value == null) {
			this.text.append('0');
		}
		else if (value instanceof Long number && TIMES.contains(name)) {
			time(name, number);
		}
		else if (value instanceof Long number && TICKETS.contains(name)) {
			ticket(number);
		}
		else if (value instanceof AtomicLong number) {
			value(name, number.get());
		}
		else if (value instanceof Long number && FENCES.contains(name)) {
			// Only the distance to the last numbers matters.
			this.text.append((number == 0) ? "-" : Long.toString(Math.max(-4, number - this.lastFence))).append(';');
		}
		else if (value instanceof String string) {
			token(string);
		}
		else if (value instanceof Number || value instanceof Boolean || value instanceof Enum<?>) {
			this.text.append(value).append(';');
		}
		else if (value instanceof Collection<?> all) {
			this.text.append('[');
			all.forEach((element) -> value(name, element));
			this.text.append(']');
		}
		else if (value instanceof Map<?, ?> map) {
			new TreeMap<>(map).values().forEach((element) -> value(name, element));
		}
		else if (value instanceof StoreException failure) {
			this.text.append(failure.outcome());
		}
		else if (value instanceof Throwable || value instanceof Optional<?> || value instanceof LockRequest
				|| value instanceof LockStore) {
			this.text.append(value.getClass().getSimpleName());
		}
		else if (value.getClass().getName().startsWith("io.lockstarter") && !value.getClass().isHidden()) {
			object(value);
		}
	}

	private void object(Object object) {
		Integer known = this.seen.putIfAbsent(object, this.seen.size());
		if (known != null) {
			this.text.append('@').append(known);
			return;
		}
		this.text.append('{');
		for (Field field : fields.computeIfAbsent(object.getClass(), SearchFingerprint::fieldsOf)) {
			try {
				value(field.getName(), field.get(object));
			}
			catch (IllegalAccessException ex) {
				throw new IllegalStateException(ex);
			}
		}
		this.text.append('}');
	}

	private static Field[] fieldsOf(Class<?> type) {
		List<Field> all = new ArrayList<>();
		for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
			for (Field field : each.getDeclaredFields()) {
				// Callers have their lanes, and its other maps have the same lanes.
				boolean index = each.getSimpleName().equals("ClaimIndex") && !field.getName().equals("byToken");
				if (!index && !Modifier.isStatic(field.getModifiers()) && !SKIPPED.contains(field.getName())
						&& !field.isSynthetic()) {
					field.setAccessible(true);
					all.add(field);
				}
			}
		}
		return all.toArray(Field[]::new);
	}

}
