package io.lockstarter.embedded.proxy;

/**
 * Delays a command until {@link #release()}. It is applied then, even if the client has
 * given up in the meantime.
 */
public final class HeldRequest implements RequestFault {

	private final Gate gate = new Gate();

	public HeldRequest() {
		this.gate.shut();
	}

	/** Releases all delayed commands, and delays no further command. */
	public void release() {
		this.gate.open();
	}

	@Override
	public void beforeRequest() throws InterruptedException {
		this.gate.pass();
	}

}
