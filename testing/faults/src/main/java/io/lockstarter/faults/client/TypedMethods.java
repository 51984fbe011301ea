package io.lockstarter.faults.client;

import java.util.Objects;
import java.util.function.Consumer;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockType;
import org.jspecify.annotations.Nullable;

/**
 * Has the methods with {@link DistributedLock} of other types. Redlock refuses them at
 * start-up.
 */
class TypedMethods {

	@DistributedLock(key = "#<key>", waitTime = "2s", fencing = true, type = LockType.FAIR)
	void fair(String key, @Nullable LockHandle handle, Consumer<HeldLock> section) {
		section.accept(new StarterHeldLock(Objects.requireNonNull(handle)));
	}

	@DistributedLock(key = "#<key>", waitTime = "2s", type = LockType.WRITE)
	void write(String key, @Nullable LockHandle handle, Consumer<HeldLock> section) {
		section.accept(new StarterHeldLock(Objects.requireNonNull(handle)));
	}

}
