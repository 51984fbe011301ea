package archfixture.impurelane.lane;

import archfixture.impurelane.store.MonotonicClock;

final class ReadsClock {

	long use(MonotonicClock clock) {
		return clock.nanos();
	}

}
