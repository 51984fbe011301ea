package io.lockstarter.embedded.proxy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The command is applied at once; its reply comes this long after the command was sent,
 * at the earliest. Replies behind it on the same connection wait too.
 */
public record SlowReply(Duration delay) implements ReplyFault {

	@Override
	public Fate beforeReply(long sentNanos) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(sentNanos + this.delay.toNanos() - System.nanoTime());
		return Fate.PASS_ON;
	}

}
