package io.lockstarter.faults.client;

import java.util.Objects;
import java.util.function.Consumer;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/** Has the methods with {@link DistributedLock}. */
class AnnotatedMethods {

	@DistributedLock(key = "#<key>", waitTime = "2s", fencing = true)
	void fenced(String key, @Nullable LockHandle handle, Consumer<HeldLock> section) {
		section.accept(new StarterHeldLock(Objects.requireNonNull(handle)));
	}

	@DistributedLock(key = "#<key>", waitTime = "2s")
	void plain(String key, @Nullable LockHandle handle, Consumer<HeldLock> section) {
		section.accept(new StarterHeldLock(Objects.requireNonNull(handle)));
	}

}
