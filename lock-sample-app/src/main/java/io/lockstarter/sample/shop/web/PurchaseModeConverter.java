package io.lockstarter.sample.shop.web;

import io.lockstarter.sample.shop.PurchaseMode;

import org.springframework.core.convert.converter.Converter;
import org.springframework.stereotype.Component;

/** Converts the lower-case name in a request to a {@link PurchaseMode}. */
@Component
class PurchaseModeConverter implements Converter<String, PurchaseMode> {

	@Override
	public PurchaseMode convert(String text) {
		return PurchaseMode.of(text);
	}

}
