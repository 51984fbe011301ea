package io.lockstarter.sample.fleet;

/**
 * A line of what happens in a mishap.
 *
 * @param mishap which one
 * @param at when, in milliseconds since 1970
 * @param text what
 * @param last whether this is the end of it
 */
record Story(Mishap mishap, long at, String text, boolean last) {
}
