package io.lockstarter.embedded.proxy;

/** A fault of one command, on the way to Redis or back. */
public sealed interface Fault permits RequestFault, ReplyFault {

}
