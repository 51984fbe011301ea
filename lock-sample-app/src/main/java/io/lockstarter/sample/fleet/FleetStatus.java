package io.lockstarter.sample.fleet;

import org.springframework.stereotype.Component;

/** Keeps the pages up to date on the fleet itself. */
@Component
class FleetStatus {

	private final Fleet fleet;

	private final LockServer redis;

	private final Database database;

	FleetStatus(Fleet fleet, LockServer redis, Database database, Hub hub) {
		this.fleet = fleet;
		this.redis = redis;
		this.database = database;
		fleet.listen((instance) -> hub.publish("fleet", view()));
	}

	FleetView view() {
		return new FleetView(this.fleet.all().stream().map(InstanceView::of).toList(), this.fleet.size(),
				this.redis.text(), this.redis.isOurs(), this.database.text());
	}

}
