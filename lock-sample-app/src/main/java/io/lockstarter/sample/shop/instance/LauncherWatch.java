package io.lockstarter.sample.shop.instance;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this instance when its launcher ends, even if the launcher was killed. Standard
 * input is a pipe from the launcher, and it closes with the launcher. Running requests
 * have a short time to finish: after a kill of the launcher, Redis and the database are
 * gone, too.
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
			// A broken pipe also means that the launcher has ended.
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
