package io.lockstarter.engine;

import java.util.Set;

import io.lockstarter.LockEvent;
import io.lockstarter.LockLostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line per event: a loss as a warning, and at the level DEBUG what callers do. A
 * caller that does not acquire its lock receives an exception, so this is logged at DEBUG
 * as well.
 */
final class LockLog implements LockObserver {

	/** The name of the logger, which documents mention. */
	static final String NAME = "io.lockstarter.events";

	private static final Logger logger = LoggerFactory.getLogger(NAME);

	/**
	 * Returns the types that come from outside a lane. A lane must not wait for a log
	 * file.
	 */
	@Override
	public boolean supportsEventType(Class<? extends LockEvent> type) {
		return Set
			.of(LockEvent.Waiting.class, LockEvent.Acquired.class, LockEvent.NotAcquired.class,
					LockEvent.Released.class, LockEvent.Lost.class)
			.contains(type);
	}

	@Override
	public boolean wants(Class<? extends LockEvent> type) {
		return (type == LockEvent.Lost.class) ? logger.isWarnEnabled() : logger.isDebugEnabled();
	}

	@Override
	public void on(LockEvent event, Object owner) {
		if (event instanceof LockEvent.Lost lost) {
			logger.warn("{} [call {}, token {}, held for {} ms]",
					new LockLostException(lost.key(), lost.reason()).getMessage(), lost.call(),
					TokenHash.of(lost.token()), lost.held().toMillis());
		}
		else if (event instanceof LockEvent.Waiting waiting) {
			logger.debug("Lock '{}' is busy, the caller waits [call {}]", waiting.key(), waiting.call());
		}
		else if (event instanceof LockEvent.Acquired acquired) {
			logger.debug("Lock '{}' was acquired after {} ms [call {}, token {}]", acquired.key(),
					acquired.waited().toMillis(), acquired.call(), TokenHash.of(acquired.token()));
		}
		else if (event instanceof LockEvent.NotAcquired refused) {
			logger.debug("Lock '{}' was not acquired after {} ms [call {}]: {}", refused.key(),
					refused.waited().toMillis(), refused.call(), refused.failure().getMessage());
		}
		else if (event instanceof LockEvent.Released released) {
			logger.debug("Lock '{}' was released after {} ms{} [call {}, token {}]", released.key(),
					released.held().toMillis(),
					released.confirmed() ? "" : ", but the lock server has not confirmed it yet", released.call(),
					TokenHash.of(released.token()));
		}
	}

}
