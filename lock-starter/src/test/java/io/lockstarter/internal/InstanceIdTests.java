package io.lockstarter.internal;

import java.util.Optional;
import java.util.OptionalLong;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the readable part of the ids of instances. */
class InstanceIdTests {

	@ParameterizedTest
	@CsvSource({ "shop--pod-7--1-3q2wertzuiopasdfghjklZ, shop@pod-7",
			"shop--pod-7--4711-3q2wertzuiopasdfghjklZ:4f:mc1x2y3z, shop@pod-7/4711",
			"shop--pod-7--4711---wertzuiopasdfghjkl--:4f:mc1x2y3z, shop@pod-7/4711",
			"shop-3q2wertzuiopasdfghjklZ:4f:mc1x2y3z, shop", "other, other", "a--b-3q2wertzuiopasdfghjklZ, a--b" })
	void idAndTokenAreRead(String text, String readable) {
		assertThat(InstanceId.parse(text)).hasToString(readable);
	}

	@ParameterizedTest
	@CsvSource({ "shop,pod-7", "my shop,a--b.example.org", "-shop-,-", "ü,ß" })
	void encodedPartsAreReadBackAndFitIntoATokenOfAllVersions(String name, String host) {
		String encoded = new InstanceId(name, Optional.of(host), OptionalLong.of(12)).encode();
		assertThat(encoded).matches("[A-Za-z0-9_.-]+");
		InstanceId read = InstanceId.parse(encoded + "-3q2wertzuiopasdfghjklZ");
		assertThat(read.host()).isPresent();
		assertThat(read.process()).hasValue(12);
		assertThat(read.encode()).isEqualTo(encoded);
	}

}
