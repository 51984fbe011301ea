package io.lockstarter.embedded.proxy;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;

import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class TcpProxyTests extends AbstractProxyTests {

	@Test
	void proxyWithoutFaultsForwardsCommandsAndReplies() throws IOException {
		try (RespConnection client = client(LONG)) {
			assertThat(client.call("SET", "k", "v").text()).isEqualTo("OK");
			assertThat(client.call("GET", "k").text()).isEqualTo("v");
			assertThat(client.call("MGET", "k", "none").items()).hasSize(2);
			assertThat(client.call("HELLO", "3").type()).isEqualTo('%');
		}
	}

	@Test
	void blackHoleAcceptsConnectionsAndForwardsNothingUntilHealed() throws IOException {
		try (RespConnection before = client(SHORT)) {
			before.send("PING");
			reply(before);
			this.proxy.blackHole();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> before.call("SET", "k", "v"));
			try (RespConnection during = client(SHORT)) {
				assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> during.call("PING"));
			}
			assertThat(stored("k")).isEmpty();
			await().until(() -> this.proxy.heldBack() >= 2);
			this.proxy.heal();
			assertThat(reply(before).text()).isEqualTo("OK");
		}
		assertThat(stored("k")).isEqualTo("v");
	}

	@Test
	void blackHoleDelaysMessagesToSubscribers() throws IOException {
		try (RespConnection subscriber = client(SHORT)) {
			subscriber.send("SUBSCRIBE", "channel");
			reply(subscriber);
			this.proxy.blackHole();
			assertThat(this.direct.call("PUBLISH", "channel", "hello").text()).isEqualTo("1");
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(subscriber::receive);
			this.proxy.heal();
			assertThat(reply(subscriber).items()).hasSize(3);
		}
	}

	@Test
	void refusedConnectionsFailWhileExistingOnesWork() throws IOException {
		try (RespConnection existing = client(LONG)) {
			existing.call("PING");
			this.proxy.refuseConnections();
			assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> client(LONG));
			assertThat(existing.call("PING").text()).isEqualTo("PONG");
			this.proxy.heal();
			try (RespConnection later = client(LONG)) {
				assertThat(later.call("PING").text()).isEqualTo("PONG");
			}
		}
	}

	@Test
	void ignoredConnectionsTimeOutWhileExistingOnesWork() throws IOException {
		try (RespConnection existing = client(LONG)) {
			existing.call("PING");
			this.proxy.ignoreConnections();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client(SHORT));
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client(SHORT));
			assertThat(existing.call("PING").text()).isEqualTo("PONG");
			this.proxy.heal();
			try (RespConnection later = client(LONG)) {
				assertThat(later.call("PING").text()).isEqualTo("PONG");
			}
		}
	}

	@Test
	void refuseConnectionsEndsIgnoreConnections() {
		this.proxy.ignoreConnections();
		this.proxy.refuseConnections();
		assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> client(LONG));
	}

	@Test
	void redirectAppliesToNewConnectionsOnly() throws IOException {
		try (EmbeddedRedis other = EmbeddedRedis.start(); RespConnection existing = client(LONG)) {
			other.command("SET", "k", "other");
			existing.call("SET", "k", "first");
			this.proxy.redirect(other.host(), other.port());
			assertThat(existing.call("GET", "k").text()).isEqualTo("first");
			try (RespConnection later = client(LONG)) {
				assertThat(later.call("GET", "k").text()).isEqualTo("other");
			}
		}
	}

	@Test
	void closeConnectionsClosesThemNormally() throws IOException {
		try (RespConnection client = client(LONG)) {
			client.call("PING");
			assertThat(this.proxy.closeConnections()).isOne();
			assertThatExceptionOfType(EOFException.class).isThrownBy(client::receive);
		}
	}

	@Test
	void resetConnectionsResetsThem() throws IOException {
		try (RespConnection client = client(LONG)) {
			client.call("PING");
			assertThat(this.proxy.resetConnections()).isOne();
			assertThatExceptionOfType(SocketException.class).isThrownBy(client::receive).withMessageContaining("reset");
		}
	}

	@Test
	void closedProxyLeavesNoThreadAndNoConnection() throws IOException {
		HeldRequest held = new HeldRequest();
		this.proxy.always(held, Command.any());
		try (RespConnection client = client(LONG)) {
			client.send("PING");
			this.proxy.close();
			assertThatExceptionOfType(IOException.class).isThrownBy(client::receive);
			assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> client(LONG));
		}
		await().until(() -> Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList(),
				(names) -> names.stream().noneMatch((name) -> name.startsWith("proxy-")));
	}

	@Test
	void connectionToARedisThatIsDownIsClosed() throws IOException {
		try (EmbeddedRedis other = EmbeddedRedis.start(); TcpProxy toOther = TcpProxy.to(other.host(), other.port())) {
			other.kill();
			try (RespConnection client = RespConnection.open(toOther.host(), toOther.port(), LONG)) {
				assertThatExceptionOfType(IOException.class).isThrownBy(() -> client.call("PING"));
			}
			other.restart();
			try (RespConnection client = RespConnection.open(toOther.host(), toOther.port(), LONG)) {
				assertThat(client.call("PING").text()).isEqualTo("PONG");
			}
		}
	}

}
