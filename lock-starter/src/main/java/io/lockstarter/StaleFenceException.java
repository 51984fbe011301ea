package io.lockstarter;

/**
 * A write was refused because the resource has seen a higher fencing number: somebody
 * else had the lock since. Nothing was written.
 */
public class StaleFenceException extends LockException {

	private final long fence;

	public StaleFenceException(String key, long fence) {
		super("The write under lock '" + key + "' with fencing number " + fence
				+ " was refused: the row has a higher one, so that somebody else has had the lock since, or there is no "
				+ "such row. Start again from what is stored now.", null);
		this.fence = fence;
	}

	/**
	 * The number that came too late.
	 * @return the number
	 */
	public long fence() {
		return this.fence;
	}

}
