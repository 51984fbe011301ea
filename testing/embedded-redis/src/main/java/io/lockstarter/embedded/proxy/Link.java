package io.lockstarter.embedded.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.lockstarter.embedded.resp.RespFrame;
import io.lockstarter.embedded.resp.RespReader;

/**
 * The connection of one client and its connection to Redis, with a thread for each
 * direction. Replies are matched to commands by their order, so CLIENT REPLY and MONITOR
 * are not supported.
 */
final class Link {

	private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

	/**
	 * In RESP2 a push is an array, which only its first word distinguishes from a reply.
	 */
	private static final Set<String> PUSHES = Set.of("message", "pmessage", "smessage", "subscribe", "psubscribe",
			"ssubscribe", "unsubscribe", "punsubscribe", "sunsubscribe");

	private final Queue<Exchange> unanswered = new ConcurrentLinkedQueue<>();

	private final Socket client;

	private final Socket server = new Socket();

	private final Network network;

	private final Thread requests = daemon("proxy-requests", this::pumpRequests);

	private final Thread replies = daemon("proxy-replies", this::pumpReplies);

	private volatile boolean subscribed;

	Link(Socket client, Network network) {
		this.client = client;
		this.network = network;
	}

	private static Thread daemon(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		return thread;
	}

	void start(InetSocketAddress redis) {
		daemon("proxy-connect", () -> {
			try {
				this.client.setTcpNoDelay(true);
				this.server.setTcpNoDelay(true);
				this.server.connect(redis, CONNECT_TIMEOUT_MILLIS);
				this.requests.start();
				this.replies.start();
			}
			catch (IOException ex) {
				close();
			}
		}).start();
	}

	private void pumpRequests() {
		try {
			RespReader reader = new RespReader(this.client.getInputStream());
			OutputStream out = this.server.getOutputStream();
			for (RespFrame request = reader.next(); request != null; request = reader.next()) {
				Command command = Command.of(request);
				InjectedFault fault = this.network.faults().claim(command);
				this.network.gate().pass();
				if (fault != null) {
					fault.beforeRequest();
				}
				if (command.isSubscription()) {
					this.subscribed = true;
				}
				else if (!command.isEmpty()) {
					this.unanswered.add(new Exchange(fault, System.nanoTime()));
				}
				request.writeTo(out);
			}
			this.network.gate().pass();
			// A full close could discard commands that Redis has not read.
			this.server.shutdownOutput();
		}
		catch (IOException | InterruptedException ex) {
			close();
		}
	}

	private void pumpReplies() {
		try {
			RespReader reader = new RespReader(this.server.getInputStream());
			OutputStream out = this.client.getOutputStream();
			for (RespFrame reply = reader.next(); reply != null; reply = reader.next()) {
				ReplyFault.Fate fate = fateOf(reply);
				this.network.gate().pass();
				if (fate == ReplyFault.Fate.PASS_ON) {
					reply.writeTo(out);
				}
				else {
					end(fate == ReplyFault.Fate.LOSE_AND_RESET);
					return;
				}
			}
			this.network.gate().pass();
		}
		catch (IOException | InterruptedException ex) {
			// One side has closed its connection. The other is closed below.
		}
		close();
	}

	private ReplyFault.Fate fateOf(RespFrame reply) throws InterruptedException {
		Exchange exchange = isPush(reply) ? null : this.unanswered.poll();
		return (exchange != null) ? exchange.beforeReply() : ReplyFault.Fate.PASS_ON;
	}

	private boolean isPush(RespFrame reply) {
		List<RespFrame> items = reply.items();
		return reply.type() == '>' || (this.subscribed && !items.isEmpty() && PUSHES.contains(items.get(0).text()));
	}

	void close() {
		end(false);
	}

	void reset() {
		end(true);
	}

	private void end(boolean reset) {
		this.network.links().remove(this);
		Sockets.end(this.client, reset);
		Sockets.end(this.server, reset);
		this.requests.interrupt();
		this.replies.interrupt();
	}

}
