package io.lockstarter.embedded.proxy;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.embedded.resp.RespFrame;

/** A command that went through the proxy: its name and its arguments. */
public record Command(List<String> words) {

	/**
	 * These commands have one push per channel instead of one reply.
	 */
	private static final Set<String> SUBSCRIPTIONS = Set.of("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "UNSUBSCRIBE",
			"PUNSUBSCRIBE", "SUNSUBSCRIBE");

	public Command {
		words = List.copyOf(words);
	}

	static Command of(RespFrame request) {
		if (request.type() == ' ') {
			return new Command(List.of(request.text().strip().split("\\s+")));
		}
		return new Command(request.items().stream().map(RespFrame::text).toList());
	}

	/** Matches by name, ignoring case: {@code named("SET", "EVALSHA")}. */
	public static Predicate<Command> named(String... names) {
		Set<String> wanted = Stream.of(names).map((name) -> name.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
		return (command) -> wanted.contains(command.name());
	}

	/** Matches commands with this argument, for example a key. */
	public static Predicate<Command> with(String argument) {
		return (command) -> command.words().indexOf(argument) > 0;
	}

	public static Predicate<Command> any() {
		return (command) -> true;
	}

	/** Returns the name in upper case; empty for an empty line. */
	public String name() {
		return this.words.isEmpty() ? "" : this.words.get(0).toUpperCase(Locale.ROOT);
	}

	boolean isEmpty() {
		return name().isEmpty();
	}

	boolean isSubscription() {
		return SUBSCRIPTIONS.contains(name());
	}

}
