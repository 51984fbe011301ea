package io.lockstarter;

import java.util.OptionalLong;

/**
 * Describes a lock that an operator took away from its holder.
 *
 * @param holder the old holder
 * @param fence a fencing number above all numbers of the old holder, if this lock uses
 * fencing numbers. Store it in the resource to refuse the writes of the old holder even
 * before the next holder writes. Empty on Redlock, where the numbers still rise.
 */
public record ForcedRelease(LockInfo holder, OptionalLong fence) {
}
