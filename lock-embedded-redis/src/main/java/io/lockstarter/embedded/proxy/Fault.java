package io.lockstarter.embedded.proxy;

/** What can go wrong with one command on its way: to Redis, or back from it. */
public sealed interface Fault permits RequestFault, ReplyFault {

}
