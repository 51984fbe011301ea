package io.lockstarter.faults.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes parts of a documentation page. Each part stands between two comments with its
 * name; the rest of the page is unchanged. Several JVMs may write at the same time.
 */
public final class Document {

	private final Path path;

	Document(Path path) {
		this.path = path;
	}

	/** Returns the page about reliability. */
	public static Document reliability() {
		return new Document(Path.of("..", "..", "docs", "reliability.md"));
	}

	/**
	 * Replaces a part.
	 * @param part the name of the part
	 * @param text the new text
	 */
	@SuppressWarnings("try") // the lock only needs to be held
	public void write(String part, String text) {
		try (FileChannel file = FileChannel.open(this.path, StandardOpenOption.READ, StandardOpenOption.WRITE);
				FileLock lock = file.lock()) {
			ByteBuffer content = ByteBuffer.allocate((int) file.size());
			while (content.hasRemaining()) {
				file.read(content);
			}
			String page = replace(StandardCharsets.UTF_8.decode(content.flip()).toString(), part, text);
			file.truncate(0);
			file.write(StandardCharsets.UTF_8.encode(page), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not write " + this.path, ex);
		}
	}

	static String replace(String page, String part, String text) {
		String begin = "<!-- " + part + ": written by a test, do not edit -->\n";
		String end = "<!-- end of " + part + " -->";
		int from = page.indexOf(begin);
		int to = page.indexOf(end);
		if (from < 0 || to < from) {
			throw new IllegalArgumentException("The page has no part '" + part + "'");
		}
		return page.substring(0, from + begin.length()) + "\n" + text.strip() + "\n\n" + page.substring(to);
	}

}
