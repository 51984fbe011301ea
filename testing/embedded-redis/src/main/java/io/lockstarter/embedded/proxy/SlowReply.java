package io.lockstarter.embedded.proxy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Delays the reply of a command, which is applied at once. The delay is measured from the
 * time at which the command was sent. Later replies of the same connection wait, too.
 */
public record SlowReply(Duration delay) implements ReplyFault {

	@Override
	public Fate beforeReply(long sentNanos) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(sentNanos + this.delay.toNanos() - System.nanoTime());
		return Fate.PASS_ON;
	}

}
