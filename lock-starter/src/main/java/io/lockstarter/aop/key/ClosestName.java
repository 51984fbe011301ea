package io.lockstarter.aop.key;

import java.util.Collection;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Finds the known name that is most similar to a misspelled name.
 */
public final class ClosestName {

	private ClosestName() {
	}

	/**
	 * Finds the most similar name.
	 * @param name the misspelled name
	 * @param known the names that exist
	 * @return the most similar name; {@code null} if no name is similar
	 */
	public static @Nullable String to(String name, Collection<String> known) {
		String best = null;
		int bestDistance = Math.max(2, name.length() / 3) + 1;
		for (String candidate : known) {
			int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
			// If the distance is the whole length, the names have nothing in common.
			if (distance < bestDistance && distance < Math.max(name.length(), candidate.length())) {
				best = candidate;
				bestDistance = distance;
			}
		}
		return best;
	}

	private static int distance(String left, String right) {
		int[] previous = new int[right.length() + 1];
		for (int j = 0; j <= right.length(); j++) {
			previous[j] = j;
		}
		for (int i = 1; i <= left.length(); i++) {
			int[] current = new int[right.length() + 1];
			current[0] = i;
			for (int j = 1; j <= right.length(); j++) {
				int substitution = previous[j - 1] + ((left.charAt(i - 1) == right.charAt(j - 1)) ? 0 : 1);
				current[j] = Math.min(substitution, Math.min(previous[j], current[j - 1]) + 1);
			}
			previous = current;
		}
		return previous[right.length()];
	}

}
