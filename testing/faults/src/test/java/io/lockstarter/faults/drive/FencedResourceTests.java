package io.lockstarter.faults.drive;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Scanner;

import io.lockstarter.faults.history.History;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FencedResourceTests {

	@TempDir
	private Path folder;

	@Test
	void acceptsOnlyHigherNumbers() throws IOException {
		try (History history = History.create(this.folder, "driver");
				FencedResource resource = new FencedResource(history);
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), resource.port());
				PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
				Scanner in = new Scanner(socket.getInputStream(), StandardCharsets.UTF_8)) {
			out.print("k a 5\nk b 5\nk c 4\nk d 6\nother e 1\n");
			out.flush();
			assertThat(in.nextLine()).isEqualTo("accepted");
			assertThat(in.nextLine()).isEqualTo("stale");
			assertThat(in.nextLine()).isEqualTo("stale");
			assertThat(in.nextLine()).isEqualTo("accepted");
			assertThat(in.nextLine()).isEqualTo("accepted");
			assertThat(resource.refused()).isEqualTo(2);
		}
	}

}
