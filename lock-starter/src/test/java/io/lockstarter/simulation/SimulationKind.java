package io.lockstarter.simulation;

/** A kind of event in schedules, for the report. */
public enum SimulationKind {

	HOLD("holds granted", false),

	HAND_ON("of these, handed on inside an instance", false),

	OUT_OF_TURN("of these, taken out of turn in a slice", false),

	REFUSAL("requests refused, given up or out of time", false),

	LOSS("losses reported to the holder", false),

	CRASH("instances crashed", true),

	PAUSE("instances paused", true),

	DRIFT("instances whose clock drifts", true),

	DELAYED("messages delayed", true),

	LOST("commands lost on the way", true),

	REPLY_LOST("commands applied whose reply was lost", true),

	LATE("of these, applied after their time-out", true),

	DUPLICATED("commands applied twice", true),

	REORDERED("commands applied after later ones of the same instance", true),

	REFUSED("connections refused", true),

	AMBIGUOUS("ambiguous outcomes", true),

	WAKE_UP_LOST("wake-ups lost", true),

	WAKE_UP_TWICE("wake-ups delivered twice", true),

	WAKE_UP_LATE("wake-ups delayed", true),

	LOST_SUBSCRIPTION("subscriptions lost for a while", true),

	NOT_COUNTED("subscriptions that are reached, but not counted", true),

	SILENT("subscriptions that end or are not reached any more, without notice", true),

	SUBSCRIBED_AGAIN("subscriptions replaced, since messages did not arrive", false),

	RELEASED_BY_TOKEN("locks released by their exposed token", true),

	RESTART("restarts of the server with its data", true),

	FORGOTTEN("restarts of the server without its data", true),

	JUMP_FORWARD("jumps of the server's clock forward", true),

	JUMP_BACK("jumps of the server's clock back", true),

	CANCELED("futures canceled", true, true),

	UNDELIVERED("of these, after the lock was granted", true, true),

	REJECTED("tasks refused, since no thread could be started", true, true),

	SHUTDOWN("instances shut down", true, true),

	NO_EXCLUSION("schedules without exclusion after a jump or without its data (not promised)", false);

	final String text;

	/** Whether this is a fault. */
	final boolean trouble;

	/** Whether it occurs only with callers that do not block. */
	final boolean ofAsyncCallers;

	SimulationKind(String text, boolean trouble) {
		this(text, trouble, false);
	}

	SimulationKind(String text, boolean trouble, boolean ofAsyncCallers) {
		this.text = text;
		this.trouble = trouble;
		this.ofAsyncCallers = ofAsyncCallers;
	}

}
