package io.lockstarter.embedded.proxy;

/**
 * The command stays in the network until it is released, and is applied then, even if the
 * client has given up meanwhile.
 */
public final class HeldRequest implements RequestFault {

	private final Gate gate = new Gate();

	public HeldRequest() {
		this.gate.shut();
	}

	/** Lets go what is held back, now and later. */
	public void release() {
		this.gate.open();
	}

	@Override
	public void beforeRequest() throws InterruptedException {
		this.gate.pass();
	}

}
