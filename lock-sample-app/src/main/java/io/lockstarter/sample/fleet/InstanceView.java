package io.lockstarter.sample.fleet;

/**
 * An instance, for the page.
 *
 * @param name its name
 * @param state what it does
 * @param pid its process
 */
record InstanceView(String name, InstanceState state, long pid) {

	static InstanceView of(Instance instance) {
		return new InstanceView(instance.name(), instance.state(), instance.pid());
	}

}
