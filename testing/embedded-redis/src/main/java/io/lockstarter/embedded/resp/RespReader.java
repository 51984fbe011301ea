package io.lockstarter.embedded.resp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Reads frames from a stream. A frame may arrive in several packets. Reads requests (with
 * inline commands) and replies. Not thread-safe.
 */
public final class RespReader {

	private final InputStream in;

	private ByteArrayOutputStream raw = new ByteArrayOutputStream();

	public RespReader(InputStream in) {
		this.in = new BufferedInputStream(in);
	}

	/**
	 * Waits for the next complete frame.
	 * @return the frame, or {@code null} if the stream ended between two frames
	 */
	public @Nullable RespFrame next() throws IOException {
		this.raw = new ByteArrayOutputStream();
		int first = this.in.read();
		return (first < 0) ? null : frame(first);
	}

	private RespFrame frame(int type) throws IOException {
		int from = this.raw.size();
		this.raw.write(type);
		String line = line();
		return switch (type) {
			case '+', '-', ':', '_', '#', ',', '(' -> complete(type, line, List.of(), from);
			case '$', '!', '=' -> complete(type, bulk(length(line)), List.of(), from);
			case '*', '~', '>' -> complete(type, "", items(length(line)), from);
			case '%' -> complete(type, "", items(2 * length(line)), from);
			case '|' -> attributed(length(line));
			default -> complete(' ', (char) type + line, List.of(), from);
		};
	}

	private RespFrame complete(int type, String text, List<RespFrame> items, int from) {
		byte[] all = this.raw.toByteArray();
		return new RespFrame((char) type, text, items, Arrays.copyOfRange(all, from, all.length));
	}

	/** Skips attributes, which come before their value. */
	private RespFrame attributed(int pairs) throws IOException {
		items(2 * pairs);
		return frame(required());
	}

	private List<RespFrame> items(int count) throws IOException {
		List<RespFrame> items = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			items.add(frame(required()));
		}
		return items;
	}

	private String bulk(int length) throws IOException {
		if (length < 0) {
			return "";
		}
		byte[] bytes = this.in.readNBytes(length + 2);
		if (bytes.length < length + 2) {
			throw new EOFException("The stream ended inside a bulk string");
		}
		this.raw.write(bytes);
		return new String(bytes, 0, length, StandardCharsets.UTF_8);
	}

	private String line() throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		for (int next = required(); next != '\n'; next = required()) {
			line.write(next);
			this.raw.write(next);
		}
		this.raw.write('\n');
		return line.toString(StandardCharsets.UTF_8).stripTrailing();
	}

	private static int length(String line) throws IOException {
		try {
			return Integer.parseInt(line);
		}
		catch (NumberFormatException ex) {
			throw new IOException("Invalid length in the Redis protocol: '" + line + "'", ex);
		}
	}

	private int required() throws IOException {
		int next = this.in.read();
		if (next < 0) {
			throw new EOFException("The stream ended inside a frame");
		}
		return next;
	}

}
