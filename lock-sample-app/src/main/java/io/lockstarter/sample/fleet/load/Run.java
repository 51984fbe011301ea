package io.lockstarter.sample.fleet.load;

/**
 * Describes a flash sale that is running or finished.
 *
 * @param lock the lock that the purchases use
 * @param buyers the number of buyers, who all buy at once
 * @param pieces the pieces in stock at the start
 * @param sold successful purchases
 * @param soldOut buyers who came after the last piece
 * @param busy buyers who waited too long for the lock
 * @param failed buyers with another response or none
 * @param millis the duration so far
 * @param running true until the run is finished
 * @param remaining the stock in the database after the run; 0 until then
 * @param orders the orders in the database after the run; 0 until then
 * @param oversold orders without a piece; 0 until the run is finished
 * @param at the time of this state, in milliseconds since 1970
 */
public record Run(String lock, int buyers, int pieces, int sold, int soldOut, int busy, int failed, long millis,
		boolean running, int remaining, int orders, int oversold, long at) {
}
