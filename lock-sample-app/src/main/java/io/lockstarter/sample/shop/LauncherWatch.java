package io.lockstarter.sample.shop;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this instance when its launcher is gone, however it went: standard input is a pipe
 * that only the launcher holds, and it ends with him.
 */
public final class LauncherWatch {

	private LauncherWatch() {
	}

	public static void start() {
		Thread thread = new Thread(LauncherWatch::awaitEnd, "launcher-watch");
		thread.setDaemon(true);
		thread.start();
	}

	private static void awaitEnd() {
		try {
			InputStream launcher = System.in;
			while (launcher.read() != -1) {
				// Nothing is ever sent.
			}
		}
		catch (IOException ex) {
			// As good as the end.
		}
		System.exit(0);
	}

}
