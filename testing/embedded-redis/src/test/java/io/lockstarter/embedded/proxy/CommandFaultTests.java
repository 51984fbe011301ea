package io.lockstarter.embedded.proxy;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.lockstarter.embedded.resp.RespConnection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class CommandFaultTests extends AbstractProxyTests {

	@Test
	void commandSplitAcrossPacketsIsRecognized() throws IOException {
		InjectedFault fault = this.proxy.once(LostReply.thenClose(), Command.named("SET"));
		try (RespConnection client = client(LONG)) {
			for (byte next : "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1\r\nv\r\n".getBytes(StandardCharsets.US_ASCII)) {
				client.sendRaw(new byte[] { next });
			}
			assertThatExceptionOfType(EOFException.class).isThrownBy(client::receive);
		}
		assertThat(fault.fired()).isOne();
		assertThat(stored("k")).isEqualTo("v");
	}

	@Test
	void inlineCommandIsRecognized() throws IOException {
		InjectedFault fault = this.proxy.once(LostReply.thenClose(), Command.named("set"));
		try (RespConnection client = client(LONG)) {
			client.sendRaw("set k v\r\n".getBytes(StandardCharsets.US_ASCII));
			assertThatExceptionOfType(EOFException.class).isThrownBy(client::receive);
		}
		assertThat(fault.fired()).isOne();
	}

	@Test
	void lostReplyThenCloseAppliesTheCommandAndClosesTheConnection() throws IOException {
		InjectedFault fault = this.proxy.once(LostReply.thenClose(), Command.named("SET").and(Command.with("k")));
		try (RespConnection client = client(LONG)) {
			assertThat(client.call("SET", "other", "v").text()).isEqualTo("OK");
			assertThatExceptionOfType(EOFException.class).isThrownBy(() -> client.call("SET", "k", "v"));
		}
		assertThat(fault.fired()).isOne();
		assertThat(stored("k")).isEqualTo("v");
	}

	@Test
	void lostReplyThenResetAppliesTheCommandAndResetsTheConnection() throws IOException {
		InjectedFault fault = this.proxy.once(LostReply.thenReset(), Command.named("SET"));
		try (RespConnection client = client(LONG)) {
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> client.call("SET", "k", "v"))
				.withMessageContaining("reset");
		}
		assertThat(fault.fired()).isOne();
		assertThat(stored("k")).isEqualTo("v");
	}

	@Test
	void lostReplyForwardsTheRepliesOfEarlierCommands() throws IOException {
		this.proxy.once(LostReply.thenClose(), Command.named("INCR"));
		try (RespConnection client = client(LONG)) {
			client.send("ECHO", "first");
			client.send("ECHO", "second");
			client.send("INCR", "n");
			assertThat(client.receive().text()).isEqualTo("first");
			assertThat(client.receive().text()).isEqualTo("second");
			assertThatExceptionOfType(EOFException.class).isThrownBy(client::receive);
		}
		assertThat(stored("n")).isEqualTo("1");
	}

	@Test
	void faultInjectedOnceDoesNotAffectTheNextCommand() throws IOException {
		InjectedFault fault = this.proxy.once(LostReply.thenClose(), Command.named("SET"));
		try (RespConnection first = client(LONG); RespConnection second = client(LONG)) {
			assertThatExceptionOfType(EOFException.class).isThrownBy(() -> first.call("SET", "k", "v"));
			assertThat(second.call("SET", "k", "v").text()).isEqualTo("OK");
		}
		assertThat(fault.fired()).isOne();
	}

	@Test
	void faultInjectedAlwaysAffectsEveryCommandUntilItIsRemoved() throws IOException {
		InjectedFault fault = this.proxy.always(LostReply.thenClose(), Command.named("SET"));
		for (int i = 0; i < 3; i++) {
			try (RespConnection client = client(LONG)) {
				assertThatExceptionOfType(EOFException.class).isThrownBy(() -> client.call("SET", "k", "v"));
			}
		}
		fault.remove();
		try (RespConnection client = client(LONG)) {
			assertThat(client.call("SET", "k", "v").text()).isEqualTo("OK");
		}
		assertThat(fault.fired()).isEqualTo(3);
	}

	@Test
	void slowReplyIsLateWhileTheCommandIsAppliedAtOnce() throws IOException {
		Duration delay = Duration.ofSeconds(1);
		InjectedFault fault = this.proxy.once(new SlowReply(delay), Command.named("SET"));
		try (RespConnection client = client(LONG)) {
			long start = System.nanoTime();
			client.send("SET", "k", "v");
			// The fault fires when Redis has replied. A fault of the request would fire
			// before Redis has the command.
			await().until(() -> fault.fired() == 1);
			assertThat(stored("k")).isEqualTo("v");
			assertThat(client.receive().text()).isEqualTo("OK");
			assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(delay.toNanos());
		}
	}

	@Test
	void heldRequestIsAppliedWhenReleasedEvenIfTheClientHasLeft() throws IOException {
		HeldRequest held = new HeldRequest();
		InjectedFault fault = this.proxy.once(held, Command.named("SET"));
		try (RespConnection client = client(SHORT)) {
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client.call("SET", "k", "v"));
		}
		await().until(() -> fault.fired() == 1);
		assertThat(stored("k")).isEmpty();
		held.release();
		await().until(() -> stored("k"), "v"::equals);
	}

	@Test
	void messagesToSubscribersAreNotTreatedAsReplies() throws IOException {
		try (RespConnection subscriber = client(LONG)) {
			subscriber.call("HELLO", "3");
			subscriber.call("SUBSCRIBE", "channel");
			InjectedFault fault = this.proxy.once(LostReply.thenClose(), Command.named("BLPOP"));
			subscriber.send("BLPOP", "list", "0");
			await().until(() -> this.direct.call("INFO", "clients").text(),
					(info) -> info.contains("blocked_clients:1"));
			this.direct.call("PUBLISH", "channel", "hello");
			assertThat(subscriber.receive().items().get(2).text()).isEqualTo("hello");
			assertThat(fault.fired()).isZero();
			this.direct.call("RPUSH", "list", "element");
			assertThatExceptionOfType(EOFException.class).isThrownBy(subscriber::receive);
			assertThat(fault.fired()).isOne();
		}
	}

}
