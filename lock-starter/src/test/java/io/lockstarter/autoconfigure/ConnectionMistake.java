package io.lockstarter.autoconfigure;

import java.util.List;

/**
 * Connection settings that cannot work, and what a user is to read.
 *
 * @param name what is wrong
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
