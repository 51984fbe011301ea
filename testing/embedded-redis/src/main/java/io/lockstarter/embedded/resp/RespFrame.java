package io.lockstarter.embedded.resp;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * One complete value of the Redis protocol (RESP2 or RESP3), with its original bytes, so
 * that it can be forwarded unchanged.
 */
public final class RespFrame {

	private final char type;

	private final String text;

	private final List<RespFrame> items;

	private final byte[] raw;

	RespFrame(char type, String text, List<RespFrame> items, byte[] raw) {
		this.type = type;
		this.text = text;
		this.items = List.copyOf(items);
		this.raw = raw;
	}

	/** Returns the first byte, which is the type; {@code ' '} for an inline command. */
	public char type() {
		return this.type;
	}

	/**
	 * Returns the text of a simple or bulk string, number or error; empty for aggregates
	 * and nil.
	 */
	public String text() {
		return this.text;
	}

	/** Returns the elements of an aggregate; empty for all other types. */
	public List<RespFrame> items() {
		return this.items;
	}

	public boolean isError() {
		return this.type == '-' || this.type == '!';
	}

	public void writeTo(OutputStream out) throws IOException {
		out.write(this.raw);
	}

	@Override
	public String toString() {
		return this.items.isEmpty() ? this.type + this.text : this.type + this.items.toString();
	}

}
