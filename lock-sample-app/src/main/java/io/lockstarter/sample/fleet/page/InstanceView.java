package io.lockstarter.sample.fleet.page;

import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.fleet.InstanceState;

/**
 * Describes an instance for the page.
 *
 * @param name the name of the instance
 * @param state the state of the instance
 * @param pid the id of its process
 */
record InstanceView(String name, InstanceState state, long pid) {

	static InstanceView of(Instance instance) {
		return new InstanceView(instance.name(), instance.state(), instance.pid());
	}

}
