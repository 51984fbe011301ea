package io.lockstarter.sample.shop;

import java.time.Duration;
import java.util.List;

import io.lockstarter.LockServerException;
import io.lockstarter.sample.ShopApplication;
import io.lockstarter.test.LockTester;
import io.lockstarter.test.ServerFault;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static io.lockstarter.test.LockAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the locks of the purchases without Redis, with the kit for tests. */
@SpringBootTest(classes = ShopApplication.class, properties = "shop.report-cron=-")
class PurchaseLocksTests {

	private static final Sku LAMP = new Sku("lamp");

	@Autowired
	private List<Purchase> purchases;

	@Autowired
	private StockRepository stock;

	@Autowired
	private LockTester tester;

	@BeforeEach
	void fillStock() {
		this.stock.fill(LAMP, 10);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void lockedPurchaseTakesTheLockOfItsArticle(PurchaseMode mode) {
		assertThatCall(() -> buy(mode)).takesOnlyLocks("sku:lamp");
	}

	@Test
	void purchaseWithoutLockTakesNone() {
		assertThatCall(() -> buy(PurchaseMode.NONE)).takesNoLock();
	}

	@Test
	void lockedPurchasesExcludeEachOther() {
		assertThatCall(() -> buy(PurchaseMode.ANNOTATION)).excludes(() -> buy(PurchaseMode.SERVICE));
		assertThatCall(() -> buy(PurchaseMode.SERVICE)).excludes(() -> buy(PurchaseMode.FENCED));
		assertThatCall(() -> buy(PurchaseMode.FENCED)).excludes(() -> buy(PurchaseMode.ANNOTATION));
	}

	@Test
	void nothingIsSoldIfTheLockServerFails() {
		this.tester.fail(ServerFault.REFUSED);
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> buy(PurchaseMode.ANNOTATION));
		assertThat(this.stock.find(LAMP)).contains(new Stock(LAMP, 10));
	}

	private void buy(PurchaseMode mode) {
		this.purchases.stream()
			.filter((purchase) -> purchase.mode() == mode)
			.forEach((purchase) -> purchase.buy(LAMP, Duration.ZERO));
	}

}
