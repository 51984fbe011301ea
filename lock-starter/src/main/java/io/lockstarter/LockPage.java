package io.lockstarter;

import java.util.List;
import java.util.Optional;

/**
 * Contains a part of the locks that are held.
 *
 * @param locks the locks of this page; may be empty although other pages follow
 * @param next the cursor of the next page; empty if this is the last page
 */
public record LockPage(List<LockInfo> locks, Optional<String> next) {

	/**
	 * Creates a page.
	 * @param locks the locks
	 * @param next the cursor of the next page
	 */
	public LockPage {
		locks = List.copyOf(locks);
	}

}
