package io.lockstarter.sample.fleet.failure;

import java.util.Locale;

import org.springframework.core.convert.converter.Converter;
import org.springframework.stereotype.Component;

/** Converts the lower-case name in a path to a {@link FailureKind}. */
@Component
class FailureKindConverter implements Converter<String, FailureKind> {

	@Override
	public FailureKind convert(String text) {
		return FailureKind.valueOf(text.toUpperCase(Locale.ROOT));
	}

}
