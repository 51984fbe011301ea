package io.lockstarter.aop;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockNotAcquiredException;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method, and calls it again from another thread while it runs. If the method is
 * locked, the second caller finds the key busy.
 */
public final class Probe {

	private static volatile @Nullable Probe current;

	private final Callable<?> call;

	private boolean entered;

	private String second = "the method did not run";

	private Probe(Callable<?> call) {
		this.call = call;
	}

	/** Returns "busy" if the second caller found the key busy. */
	public static String run(Callable<?> call) throws Exception {
		Probe probe = new Probe(call);
		current = probe;
		try {
			await(call.call());
		}
		finally {
			current = null;
		}
		return probe.second;
	}

	/** Makes the second call. Each method that should be locked calls this. */
	public static void inside() {
		Probe probe = current;
		if (probe == null) {
			throw new AssertionError("no probe");
		}
		if (probe.entered) {
			probe.second = "entered";
			return;
		}
		probe.entered = true;
		String outcome = CompletableFuture.supplyAsync(probe::callAgain, (task) -> new Thread(task).start()).join();
		probe.second = probe.second.equals("entered") ? "entered" : outcome;
	}

	private String callAgain() {
		try {
			await(this.call.call());
			return "returned";
		}
		catch (LockNotAcquiredException ex) {
			return "busy";
		}
		catch (Exception ex) {
			throw new CompletionException(ex);
		}
	}

	private static void await(@Nullable Object result) throws Exception {
		if (result instanceof CompletionStage<?> stage) {
			try {
				stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
			}
			catch (ExecutionException ex) {
				throw (ex.getCause() instanceof LockNotAcquiredException refusal) ? refusal : ex;
			}
		}
	}

}
