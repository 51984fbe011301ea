package io.lockstarter.sample.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Drives a headless Chromium. */
final class Browser implements AutoCloseable {

	private static final Path SCREENSHOTS = Path.of("target", "screenshots");

	private final ChromeDriver driver;

	private Browser(Path chromium, Path chromedriver) {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(chromium.toFile());
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
				"--disable-extensions", "--disable-background-networking", "--hide-scrollbars");
		this.driver = new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(chromedriver.toFile())
			.usingAnyFreePort()
			.build(), options);
		this.driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(1)).pageLoadTimeout(Duration.ofMinutes(1));
	}

	static boolean isInstalled() {
		return chromium().isPresent() && program("chromedriver").isPresent();
	}

	static Browser start() {
		return new Browser(chromium().orElseThrow(), program("chromedriver").orElseThrow());
	}

	private static Optional<Path> chromium() {
		return program("chromium").or(() -> program("google-chrome"));
	}

	private static Optional<Path> program(String name) {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst();
	}

	ChromeDriver driver() {
		return this.driver;
	}

	void open(String page) {
		this.driver.get(page);
	}

	void size(int width, int height) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
	}

	/** Sets the color scheme, and whether the page may draw its timeline often. */
	void preferences(String scheme, boolean motion) {
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme),
						Map.of("name", "prefers-reduced-motion", "value", motion ? "no-preference" : "reduce"))));
	}

	WebElement find(String selector) {
		return this.driver.findElement(By.cssSelector(selector));
	}

	boolean has(String selector) {
		return !this.driver.findElements(By.cssSelector(selector)).isEmpty();
	}

	String text(String selector) {
		return find(selector).getText();
	}

	Object run(String script) {
		Object result = this.driver.executeScript("return " + script);
		return (result != null) ? result : "";
	}

	/** Saves a picture of the whole page, or of the visible part. */
	Path screenshot(String name, boolean wholePage) throws IOException {
		Map<String, Object> answer = this.driver.executeCdpCommand("Page.captureScreenshot",
				Map.of("captureBeyondViewport", wholePage));
		Files.createDirectories(SCREENSHOTS);
		return Files.write(SCREENSHOTS.resolve(name + ".png"),
				Base64.getDecoder().decode(answer.get("data").toString()));
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
