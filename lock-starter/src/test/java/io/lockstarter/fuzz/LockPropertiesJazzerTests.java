package io.lockstarter.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstarter.autoconfigure.BoundProperties;
import org.junit.jupiter.api.Tag;

/**
 * Checks that any property value is valid for the engine or is refused with the name of
 * its property. Each line is one property: a letter for its name, then its value.
 */
@Tag("own-jvm")
class LockPropertiesJazzerTests {

	private static final List<String> NAMES = BoundProperties.names();

	@FuzzTest(maxDuration = Fuzzing.TIME)
	void anyValueIsBoundOrRefusedByItsName(byte[] bytes) {
		Map<String, String> values = new LinkedHashMap<>();
		for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
			if (!line.isEmpty()) {
				values.put(NAMES.get(Math.floorMod(line.charAt(0) - 'A', NAMES.size())), line.substring(1));
			}
		}
		BoundProperties.bindOrExplain(values);
	}

}
