package io.lockstarter.sample.fleet.page;

import io.lockstarter.sample.fleet.Fleet;
import io.lockstarter.sample.fleet.events.EventBroadcaster;
import io.lockstarter.sample.fleet.server.Database;
import io.lockstarter.sample.fleet.server.LockServer;

import org.springframework.stereotype.Component;

/** Publishes every change of the fleet to the open pages. */
@Component
class FleetStatus {

	private final Fleet fleet;

	private final LockServer redis;

	private final Database database;

	FleetStatus(Fleet fleet, LockServer redis, Database database, EventBroadcaster broadcaster) {
		this.fleet = fleet;
		this.redis = redis;
		this.database = database;
		fleet.listen((instance) -> broadcaster.publish("fleet", view()));
	}

	FleetView view() {
		return new FleetView(this.fleet.all().stream().map(InstanceView::of).toList(), this.fleet.size(),
				this.redis.text(), this.redis.isEmbedded(), this.database.text());
	}

}
