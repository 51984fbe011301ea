package io.lockstarter.autoconfigure;

import java.util.List;

/**
 * Holds wrong connection settings and the expected message.
 *
 * @param name the mistake
 * @param properties the settings
 * @param problem a part of the problem
 * @param fix a part of the fix
 */
record ConnectionMistake(String name, List<String> properties, String problem, String fix) {

	@Override
	public String toString() {
		return this.name;
	}

}
