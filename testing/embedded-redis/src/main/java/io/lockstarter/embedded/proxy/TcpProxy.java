package io.lockstarter.embedded.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import io.lockstarter.embedded.FreePorts;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between clients and a Redis without TLS. It forwards all data until a fault is
 * injected. All methods may be called from any thread at any time.
 */
public final class TcpProxy implements AutoCloseable {

	private static final int MAX_CONNECTIONS = 256;

	private static final int PORT_ATTEMPTS = 5;

	private final Lock lock = new ReentrantLock();

	private final Network network = new Network();

	private final AtomicLong accepted = new AtomicLong();

	private volatile InetSocketAddress redis;

	private final int port;

	private volatile boolean closed;

	private @Nullable Listener listener;

	private @Nullable SilentPort silent;

	private TcpProxy(InetSocketAddress redis, int port) throws IOException {
		this.redis = redis;
		this.port = port;
		this.listener = Listener.open(port, this::connected);
	}

	/** Starts a proxy for this Redis, which need not be up yet. */
	public static TcpProxy to(String host, int port) {
		FreePorts freePorts = new FreePorts(new Random());
		for (int attempt = 1;; attempt++) {
			try {
				return new TcpProxy(new InetSocketAddress(host, port), freePorts.next());
			}
			catch (BindException ex) {
				if (attempt == PORT_ATTEMPTS) {
					throw new UncheckedIOException("No free port for a proxy", ex);
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Could not start a proxy", ex);
			}
		}
	}

	private void connected(Socket client) {
		this.accepted.incrementAndGet();
		if (this.network.links().size() >= MAX_CONNECTIONS) {
			Sockets.end(client, true);
			return;
		}
		Link link = new Link(client, this.network);
		this.network.links().add(link);
		link.start(this.redis);
		if (this.closed) {
			// Accepted while the proxy was being closed.
			link.close();
		}
	}

	public String host() {
		return "127.0.0.1";
	}

	public int port() {
		return this.port;
	}

	/** Returns the number of accepted connections. */
	public long accepted() {
		return this.accepted.get();
	}

	/**
	 * Returns how many commands, replies and ends of connections a black hole has
	 * delayed.
	 */
	public long heldBack() {
		return this.network.gate().heldBack();
	}

	/** Injects the fault into the next command that matches. */
	public InjectedFault once(Fault fault, Predicate<Command> matching) {
		return this.network.faults().inject(fault, matching, 1);
	}

	/** Injects the fault into every command that matches. */
	public InjectedFault always(Fault fault, Predicate<Command> matching) {
		return this.network.faults().inject(fault, matching, Integer.MAX_VALUE);
	}

	/**
	 * Accepts connections and keeps them open, but forwards nothing in either direction.
	 * Data that is sent in the meantime arrives after {@link #heal()}.
	 */
	public void blackHole() {
		this.network.gate().shut();
	}

	/** Forwards new connections to another Redis. Existing connections stay. */
	public void redirect(String host, int port) {
		this.redis = new InetSocketAddress(host, port);
	}

	/**
	 * Does not reply to new connections, so that a connect ends with its own time-out.
	 * Existing connections stay. Linux only.
	 */
	public void ignoreConnections() {
		refuseConnections();
		locked(() -> {
			if (this.silent == null && !this.closed) {
				this.silent = SilentPort.open(Listener.address(this.port));
			}
		});
	}

	/** Refuses new connections. Existing connections stay. */
	public void refuseConnections() {
		locked(() -> {
			if (this.listener != null) {
				this.listener.close();
				this.listener = null;
			}
			answer();
		});
	}

	private void answer() throws IOException {
		if (this.silent != null) {
			this.silent.close();
			this.silent = null;
		}
	}

	/**
	 * Closes all connections normally (FIN).
	 * @return the number of connections
	 */
	public int closeConnections() {
		List<Link> links = List.copyOf(this.network.links());
		links.forEach(Link::close);
		return links.size();
	}

	/**
	 * Resets all connections (RST).
	 * @return the number of connections
	 */
	public int resetConnections() {
		List<Link> links = List.copyOf(this.network.links());
		links.forEach(Link::reset);
		return links.size();
	}

	/**
	 * Forwards everything again: removes all faults, ends the black hole and accepts
	 * connections. A {@link HeldRequest} delays its commands until it is released.
	 */
	public void heal() {
		this.network.faults().removeAll();
		this.network.gate().open();
		locked(() -> {
			answer();
			if (this.listener == null && !this.closed) {
				this.listener = Listener.open(this.port, this::connected);
			}
		});
	}

	@Override
	public void close() {
		this.closed = true;
		refuseConnections();
		closeConnections();
	}

	private void locked(SocketAction action) {
		this.lock.lock();
		try {
			action.run();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not change the proxy's port " + this.port, ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private interface SocketAction {

		void run() throws IOException;

	}

}
