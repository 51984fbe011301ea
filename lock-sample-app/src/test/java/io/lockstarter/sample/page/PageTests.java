package io.lockstarter.sample.page;

import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.selenium.AxeBuilder;
import io.lockstarter.sample.fleet.FleetClient;
import io.lockstarter.sample.fleet.FleetTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.logging.LogType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests the page in a real browser. The tests are skipped if there is no browser.
 */
@Tag("long")
@FleetTest("page")
@NeedsBrowser
@TestInstance(Lifecycle.PER_CLASS)
class PageTests {

	private static final Duration GENEROUS = Duration.ofMinutes(3);

	private final FleetClient fleet;

	private final Browser browser = Browser.start();

	PageTests(FleetClient fleet) {
		this.fleet = fleet;
	}

	@BeforeEach
	void openThePage() {
		this.fleet.awaitAllUp();
		this.browser.size(1600, 1150);
		// The timeline is expensive without a graphics card.
		this.browser.preferences("light", false);
		this.browser.open(this.fleet.page());
		await().atMost(GENEROUS).until(() -> this.browser.text("#fleet").contains("shop-3 up"));
		// The page shows the stock last. Before, a late response could overwrite the
		// state of a run that a test has started.
		await().atMost(GENEROUS).until(() -> this.browser.has("#sku-teapot"));
	}

	@AfterAll
	void close() {
		this.browser.close();
	}

	@Test
	void saleOversellsOnlyWithoutALock() {
		sell("none");
		assertThat(this.browser.text("#way-none .result")).contains("oversold").doesNotContain("none oversold");
		sell("annotation");
		assertThat(this.browser.text("#way-annotation .result")).contains("Exactly sold out, none oversold",
				"60 orders for 60 pieces", "stock shows 0");
		// The page reads the stock after the end of the run.
		await().atMost(GENEROUS).until(() -> this.browser.text("#sku-teapot").contains("60 60 0"));
	}

	@Test
	void runShowsItsProgressAndDisablesTheOtherButtons() {
		// The page records this itself: a run may finish before the test looks.
		this.browser.run("""
				window.seen = [], new MutationObserver(() => {
					const progress = document.querySelector('#way-service progress');
					if (progress) seen.push([progress.value, progress.max,
						document.querySelector('[data-lock=none]').getAttribute('aria-disabled')]);
				}).observe(document.body, { childList: true, subtree: true })""");
		sell("service");
		assertThat(this.browser
			.run("seen.length > 0 && seen.every(([value, max, off]) => value <= max && off === 'true')"))
			.isEqualTo(true);
		assertThat(this.browser.find("[data-lock=none]").getDomAttribute("aria-disabled")).isEqualTo("false");
	}

	@Test
	void timelineShowsHolders() {
		this.browser.preferences("light", true);
		this.browser.find("#log summary").click();
		sell("service");
		await().atMost(GENEROUS)
			.untilAsserted(() -> assertThat(this.browser.text("#log")).contains(" acquired sku:teapot",
					" released sku:teapot"));
		await().atMost(GENEROUS).until(() -> paintedPixels("sku:teapot") > 200);
		assertThat(this.browser.run("document.querySelectorAll('#timeline canvas[aria-label]').length")).isEqualTo(5L);
		await().atMost(GENEROUS).until(() -> this.browser.find("#last-run").isDisplayed());
		this.browser.find("#last-run").click();
		assertThat(this.browser.find("#hold-still").getDomAttribute("aria-pressed")).isEqualTo("true");
		await().atMost(GENEROUS).until(() -> paintedPixels("sku:teapot") > 200);
	}

	@Test
	void actionAfterTheLastRunIsShownLive() {
		sell("service");
		await().atMost(GENEROUS).until(() -> this.browser.find("#last-run").isDisplayed());
		this.browser.find("#last-run").click();
		assertThat(this.browser.find("#hold-still").getDomAttribute("aria-pressed")).isEqualTo("true");
		assertThat(this.browser.has("[name=span]:checked")).isFalse();
		this.browser.find("#grab").click();
		assertThat(this.browser.find("#hold-still").getDomAttribute("aria-pressed")).isEqualTo("false");
		assertThat(this.browser.find("[name=span]:checked").getDomProperty("value")).isEqualTo("15000");
	}

	@Test
	void timeChosenAfterTheLastRunIsShownLive() {
		sell("service");
		await().atMost(GENEROUS).until(() -> this.browser.find("#last-run").isDisplayed());
		this.browser.find("#last-run").click();
		this.browser.find("[name=span][value='60000']").click();
		assertThat(this.browser.find("#hold-still").getDomAttribute("aria-pressed")).isEqualTo("false");
		assertThat(this.browser.find("[name=span]:checked").getDomProperty("value")).isEqualTo("60000");
	}

	@Test
	void statusOfARunIsAboveAllWays() {
		sell("service");
		assertThat(this.browser.text("#sale-status"))
			.isEqualTo("Last run, with LockService: 60 orders for 60 pieces, 0 oversold.");
		assertThat(this.browser.run("document.querySelector('#sale-status').getBoundingClientRect().bottom"
				+ " <= document.querySelector('.ways').getBoundingClientRect().top"))
			.isEqualTo(true);
	}

	@Test
	void inventoryIsShownAsHeldRenewedAndFinished() {
		this.browser.find("#log summary").click();
		this.browser.find("#inventory").click();
		await().atMost(GENEROUS).until(() -> this.browser.text("#timeline").contains("held by"));
		await().atMost(GENEROUS).until(() -> this.browser.text("#log").contains(" renewed job:inventory"));
		await().atMost(GENEROUS).until(() -> this.browser.text("#inventory-status").contains("finished after"));
	}

	@Test
	void stepsOfAFailureAreShown() {
		this.browser.find("[data-mishap=redis]").click();
		await().atMost(GENEROUS)
			.until(() -> this.browser.text("#story").contains("All connections were restored automatically"));
	}

	@Test
	void allButtonsWorkByKeyboard() {
		List<String> buttons = List.of("Sell without a lock", "Sell with the annotation", "Sell with the service",
				"Pause the timeline", "Pause the holder for longer than its ttl", "Kill the holder", "Restart Redis",
				"12 couriers try to take one order", "Start an inventory", "Buy");
		Set<String> reached = new HashSet<>();
		WebElement body = this.browser.find("body");
		for (int tab = 0; tab < 40; tab++) {
			body.sendKeys(Keys.TAB);
			reached.add(this.browser.driver().switchTo().activeElement().getText());
		}
		assertThat(reached).containsAll(buttons);
		this.browser.find("#sku-mug button").sendKeys(Keys.ENTER);
		await().atMost(GENEROUS).until(() -> this.browser.text("#result").contains("Bought one mug from shop-"));
	}

	@ParameterizedTest
	@CsvSource({ "1600, 1150, light, wide-light", "1600, 1150, dark, wide-dark", "360, 780, light, narrow-light",
			"360, 780, dark, narrow-dark" })
	void pageFitsTheWindowAndIsAccessible(int width, int height, String scheme, String name) throws Exception {
		this.browser.size(width, height);
		this.browser.preferences(scheme, false);
		sellUnlessDone("none");
		sellUnlessDone("annotation");
		// By keyboard: while the layout of a new window size settles, a click may miss.
		this.browser.find("#grab").sendKeys(Keys.ENTER);
		await().atMost(GENEROUS)
			.untilAsserted(() -> assertThat(this.browser.text("#grab-status")).contains("couriers were too late"));
		assertThat(this.browser.run("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
		await().atMost(GENEROUS).until(() -> this.browser.text(".wide table").contains("shop-3"));
		assertThat(this.browser
			.run("document.querySelector('.wide').scrollWidth" + " <= document.querySelector('.wide').clientWidth"))
			.isEqualTo(true);
		Results results = new AxeBuilder().analyze(this.browser.driver());
		assertThat(results.getPasses()).isNotEmpty();
		assertThat(results.getViolations()).as(results.getViolations().toString()).isEmpty();
		this.browser.run("scrollTo(0, 0)");
		assertThat(Files.size(this.browser.screenshot(name, width < 1000))).isGreaterThan(20_000);
		assertThat(this.browser.driver().manage().logs().get(LogType.BROWSER).getAll())
			.filteredOn((entry) -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
			.isEmpty();
	}

	@Test
	void allResourcesComeFromTheLauncher() {
		assertThat(this.browser
			.run("performance.getEntriesByType('resource').every((each) => each.name.startsWith(location.origin))"))
			.isEqualTo(true);
	}

	private void sellUnlessDone(String lock) {
		if (this.browser.text("#way-" + lock + " .result").isEmpty()) {
			sell(lock);
		}
	}

	private void sell(String lock) {
		// The page records this itself: a run may finish before the test looks.
		this.browser
			.run("""
					window.said = [], new MutationObserver(() => said.push(document.querySelector('#sale-status').textContent))
						.observe(document.querySelector('#sale-status'), { childList: true })""");
		this.browser.find("[data-lock=" + lock + "]").click();
		await().atMost(GENEROUS)
			.until(() -> this.browser.run("said.some((text) => text.includes('oversold.'))").equals(true));
		assertThat(this.browser.run("said[0]").toString()).contains("buyers are buying");
		assertThat(this.browser.text("#way-" + lock + " .result")).contains("orders for 60 pieces");
	}

	/** Counts the pixels of the key's canvas that are neither empty nor gray. */
	private long paintedPixels(String key) {
		Object pixels = this.browser
			.run("""
					(() => {
						const lane = [...document.querySelectorAll('.lane')].find((each) => each.textContent.includes('%s'));
						const canvas = lane.querySelector('canvas');
						const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
						let count = 0;
						for (let i = 0; i < data.length; i += 4) {
							const [r, g, b] = data.slice(i, i + 3);
							count += data[i + 3] > 0 && Math.max(r, g, b) - Math.min(r, g, b) > 80 ? 1 : 0;
						}
						return count;
					})()"""
				.formatted(key));
		return (Long) pixels;
	}

}
