package io.lockstarter;

/**
 * Thrown if a fenced write was refused. {@link io.lockstarter.jdbc.FencedJdbc} throws it,
 * and so may code of the application that compares fencing numbers itself. Either another
 * holder has written with a higher fencing number, or the row does not exist. Nothing was
 * written.
 */
public class StaleFencingNumberException extends LockException {

	/** The refused number. */
	private final long fencingNumber;

	/**
	 * Creates an exception.
	 * @param key the key of the lock
	 * @param fencingNumber the refused number
	 */
	public StaleFencingNumberException(String key, long fencingNumber) {
		super("The write under lock '" + key + "' with fencing number " + fencingNumber
				+ " was refused. Either the row has a higher number, because another holder has had the lock since, or the "
				+ "row does not exist. Read the stored data again and repeat the work.", null);
		this.fencingNumber = fencingNumber;
	}

	/**
	 * Returns the refused number.
	 * @return the number
	 */
	public long fencingNumber() {
		return this.fencingNumber;
	}

}
