package io.lockstarter.sample.shop;

import org.springframework.core.convert.converter.Converter;
import org.springframework.stereotype.Component;

/** Reads a {@link Way} as it is written in a request, in lower case. */
@Component
class WayConverter implements Converter<String, Way> {

	@Override
	public Way convert(String text) {
		return Way.of(text);
	}

}
