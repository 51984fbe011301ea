package io.lockstarter.embedded.jvm;

import java.io.EOFException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ChildJvmTests {

	private static final Duration GENEROUS = Duration.ofMinutes(1);

	@TempDir
	private Path folder;

	private ChildJvm child;

	@BeforeEach
	void start() {
		List<String> command = ChildJvm.command(List.of("-Dgreeting=hello"), ChildJvm.classPath(), Echo.class,
				List.of("world"));
		this.child = ChildJvm.start(command, this.folder.resolve("log"));
	}

	@AfterEach
	void close() {
		this.child.close();
		assertThat(this.child.handle().isAlive()).isFalse();
	}

	@Test
	void receiveReturnsRepliesInOrderAndSkipsOtherLines() throws Exception {
		assertThat(this.child.receive(GENEROUS)).isEqualTo("hello world");
		this.child.send("one");
		this.child.send("two");
		assertThat(this.child.receive(GENEROUS)).isEqualTo("one");
		assertThat(this.child.receive(GENEROUS)).isEqualTo("two");
	}

	@Test
	void receiveWithoutAReplyTimesOut() throws Exception {
		this.child.receive(GENEROUS);
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> this.child.receive(Duration.ofMillis(1)));
	}

	@Test
	void receiveAfterTheEndOfTheJvmThrows() throws Exception {
		this.child.receive(GENEROUS);
		this.child.finish();
		assertThatExceptionOfType(EOFException.class).isThrownBy(() -> this.child.receive(GENEROUS));
		assertThatExceptionOfType(EOFException.class).isThrownBy(() -> this.child.receive(GENEROUS));
	}

	static final class Echo {

		private Echo() {
		}

		public static void main(String[] args) {
			PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
			out.println("not an answer");
			out.println(ChildJvm.ANSWER + System.getProperty("greeting") + " " + args[0]);
			Scanner commands = new Scanner(System.in, StandardCharsets.UTF_8);
			while (commands.hasNextLine()) {
				out.println(ChildJvm.ANSWER + commands.nextLine());
			}
		}

	}

}
