package io.lockstarter.faults.check;

import java.util.List;

/** Looks for violations of one invariant. */
interface Check {

	List<Violation> check(CheckInput input);

}
