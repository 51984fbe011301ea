package io.lockstarter.sample.shop;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this instance when its launcher is gone, however it went: standard input is a pipe
 * that only the launcher holds, and it ends with him. What is under way may be finished,
 * but not for long: with a launcher that was killed, Redis and the database are gone,
 * too.
 */
public final class LauncherWatch {

	private static final long GRACE_MILLIS = 12_000;

	private LauncherWatch() {
	}

	public static void start() {
		daemon("launcher-watch", LauncherWatch::awaitEnd);
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
		daemon("last-resort", LauncherWatch::halt);
		System.exit(0);
	}

	private static void halt() {
		try {
			Thread.sleep(GRACE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		Runtime.getRuntime().halt(1);
	}

	private static void daemon(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
	}

}
