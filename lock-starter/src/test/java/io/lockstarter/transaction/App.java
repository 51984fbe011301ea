package io.lockstarter.transaction;

import io.lockstarter.LockService;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.transaction.support.TransactionTemplate;

/** Gives a test access to the beans of a running application. */
final class App {

	final Locked locked;

	final Database database;

	private final BeanFactory beans;

	App(BeanFactory beans) {
		this.beans = beans;
		this.locked = beans.getBean(Locked.class);
		this.database = beans.getBean(Database.class);
	}

	LockService service() {
		return this.beans.getBean(LockService.class);
	}

	boolean isLocked(String key) {
		return service().inspect(key).isPresent();
	}

	int holds(String key) {
		return service().inspect(key).map((info) -> info.holder().holds()).orElse(0);
	}

	/** Takes a lock away from its holder. */
	void lose(String key) {
		if (!service().inspect(key).map((info) -> service().release(key, info.holder().token())).orElse(false)) {
			throw new AssertionError("not held: " + key);
		}
	}

	TransactionTemplate transaction() {
		return TransactionContexts.transaction(this.beans);
	}

	TransactionTemplate newTransaction() {
		return TransactionContexts.newTransaction(this.beans);
	}

}
