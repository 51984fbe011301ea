package io.lockstarter.sample.fleet;

/**
 * A flash sale, under way or over.
 *
 * @param lock the way to buy
 * @param buyers how many buy, all at once
 * @param pieces how many pieces there were
 * @param sold orders that were taken
 * @param soldOut buyers who were told that nothing is left
 * @param busy buyers who waited too long for the lock
 * @param failed buyers who got another answer, or none
 * @param millis how long it has taken
 * @param running whether it is under way
 * @param remaining the stock after it, as the database says; 0 until it is over
 * @param orders the orders in the database; 0 until it is over
 * @param oversold orders for which there is no piece; 0 until it is over
 */
record Run(String lock, int buyers, int pieces, int sold, int soldOut, int busy, int failed, long millis,
		boolean running, int remaining, int orders, int oversold) {
}
