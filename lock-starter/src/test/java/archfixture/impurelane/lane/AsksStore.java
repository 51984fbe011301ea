package archfixture.impurelane.lane;

import archfixture.impurelane.store.LockStore;

final class AsksStore {

	String use(LockStore store) {
		return store.toString();
	}

}
