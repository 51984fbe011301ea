package io.lockstarter.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.lockstarter.simulation.SimulationPlan;
import io.lockstarter.simulation.SimulationText;

/**
 * Holds messages and wake-ups in flight. They are delivered in any order, but before time
 * advances. A slow one counts as a fault: it may take any time, arrive after its
 * time-out, or never arrive.
 */
final class SearchNetwork {

	/** A command without a reply fails after this time. */
	static final long TIME_OUT = SimulationPlan.millis(400);

	private final SearchWorld world;

	final List<SearchMessage> messages = new ArrayList<>();

	final List<Call> calls = new ArrayList<>();

	SearchNetwork(SearchWorld world) {
		this.world = world;
	}

	void send(SearchMessage message) {
		this.messages.add(message);
	}

	void call(SearchClient client, String token, long ticket, Runnable ensureSubscribed) {
		this.calls.add(new Call(client, token, ticket, ensureSubscribed));
	}

	/** Returns whether a message must be delivered before time advances. */
	boolean isUrgent() {
		return this.messages.stream().anyMatch((message) -> !message.slow)
				|| this.calls.stream().anyMatch((call) -> !call.slow);
	}

	void actions(List<SearchAction> into, boolean faults) {
		for (SearchMessage message : this.messages) {
			boolean sent = message.reply == null;
			String sender = message.client + ": ";
			into.add(SearchAction.of(sender + message + (sent ? " arrives" : " is answered"), () -> deliver(message)));
			if (faults && !message.slow) {
				into.add(SearchAction.fault(sender + (sent ? "" : "the reply to ") + message + " is slow, or lost",
						() -> message.slow = true));
				if (sent) {
					into.add(SearchAction.fault(sender + message + " is sent again over a new connection",
							() -> replay(message)));
				}
			}
		}
		for (Call call : this.calls) {
			into.add(SearchAction.of(call.client + ": the wake-up of " + SimulationText.token(call.token) + " arrives",
					() -> deliver(call)));
			if (faults && !call.slow) {
				into.add(SearchAction.fault(
						call.client + ": the wake-up of " + SimulationText.token(call.token) + " is slow, or lost",
						() -> call.slow = true));
			}
		}
	}

	/**
	 * Delivers the next message that is not lost. Returns {@code false} if there is none.
	 */
	boolean deliverNext() {
		for (SearchMessage message : this.messages) {
			if (!message.slow) {
				deliver(message);
				return true;
			}
		}
		for (Call call : this.calls) {
			if (!call.slow) {
				deliver(call);
				return true;
			}
		}
		return false;
	}

	private void deliver(SearchMessage message) {
		if (message.reply == null) {
			message.reply = Objects.requireNonNull(message.command.get(), "reply");
			this.world.trace.add(message.client, message.toString(), message.reply);
			if (message.fiber == null) {
				this.messages.remove(message);
			}
		}
		else {
			this.messages.remove(message);
			message.client.resume(message);
		}
	}

	private void deliver(Call call) {
		this.calls.remove(call);
		this.world.trace.add(call.client, "is woken", SimulationText.token(call.token));
		if (!call.client.isCrashed()) {
			call.ensureSubscribed.run();
		}
	}

	private void replay(SearchMessage message) {
		this.messages.add(message.echo());
		message.client.connection.epoch++;
		this.world.trace.add(message.client, "reconnects", null);
	}

	/** Removes the waiting fibers of all messages of this client. */
	void cut(SearchClient client) {
		for (SearchMessage message : List.copyOf(this.messages)) {
			if (message.client == client) {
				message.slow = true;
				message.fiber = null;
				if (message.reply != null) {
					this.messages.remove(message);
				}
			}
		}
		this.calls.removeIf((call) -> call.client == client);
	}

	/** Returns the next time at which a message times out or is due. */
	long nextChange() {
		long next = Long.MAX_VALUE;
		for (SearchMessage message : this.messages) {
			next = Math.min(next, message.sentAt + ((message.fiber != null) ? TIME_OUT : this.world.plan.latest()));
		}
		return next;
	}

	void expire(long now) {
		for (SearchMessage message : List.copyOf(this.messages)) {
			if (message.fiber != null && now >= message.sentAt + TIME_OUT) {
				this.world.trace.add(message.client, message + " is not answered", null);
				SearchMessage late = message.echo();
				boolean applied = message.reply != null;
				this.messages.remove(message);
				if (!applied) {
					this.messages.add(late);
				}
				message.reply = null;
				message.client.resume(message);
			}
			else if (message.fiber == null && now >= message.sentAt + this.world.plan.latest()) {
				this.messages.remove(message);
			}
		}
	}

	/** A wake-up. */
	static final class Call {

		final SearchClient client;

		final String token;

		final long ticket;

		final Runnable ensureSubscribed;

		boolean slow;

		Call(SearchClient client, String token, long ticket, Runnable ensureSubscribed) {
			this.client = client;
			this.token = token;
			this.ticket = ticket;
			this.ensureSubscribed = ensureSubscribed;
		}

	}

}
