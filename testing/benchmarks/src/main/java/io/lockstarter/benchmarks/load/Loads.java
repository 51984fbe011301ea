package io.lockstarter.benchmarks.load;

import java.util.HashMap;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Contender;

/** Runs the loads of one worker. The first part of a verb names the load. */
public final class Loads {

	private final Map<String, Load> loads = new HashMap<>();

	/**
	 * Creates the loads of one worker.
	 * @param worker the number of the worker, from 0
	 */
	public Loads(Contender contender, SharedMemory memory, int worker) {
		this.loads.put("loop", new LoopLoad(contender, memory, worker));
		this.loads.put("hand-off", new HandOffLoad(contender, memory, worker));
		this.loads.put("crowd", new CrowdLoad(contender, memory, worker));
		this.loads.put("skewed", new SkewedLoad(contender, memory, worker));
		this.loads.put("mode", new ModeLoad(contender, memory, worker));
		this.loads.put("waiters", new WaitersLoad(contender, memory, worker));
		this.loads.put("renewal", new RenewalLoad(contender));
	}

	public Message handle(Message command) throws InterruptedException {
		Load load = this.loads.get(command.verb().split("/", 2)[0]);
		if (load == null) {
			throw new IllegalArgumentException("No load for " + command.verb());
		}
		return load.handle(command);
	}

}
