package io.lockstarter.sample.fleet;

import java.util.Locale;

import org.springframework.core.convert.converter.Converter;
import org.springframework.stereotype.Component;

/** Reads a {@link Mishap} as it is written in a path, in lower case. */
@Component
class MishapConverter implements Converter<String, Mishap> {

	@Override
	public Mishap convert(String text) {
		return Mishap.valueOf(text.toUpperCase(Locale.ROOT));
	}

}
