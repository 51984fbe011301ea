package io.lockstarter.docs;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockType;
import io.lockstarter.OnBusy;
import io.lockstarter.OnLost;

import org.springframework.stereotype.Service;

/** Uses each attribute once. */
@Service
class Orders {

	private final Events events;

	Orders(Events events) {
		this.events = events;
	}

	@DistributedLock(key = "order:#<id>")
	public void ship(long id) {
		this.events.add("ship");
	}

	@DistributedLock("customer:#<order.customer.id>")
	public void pay(Order order) {
		this.events.add("pay");
	}

	@DistributedLock(key = "${shop.region:eu}:order:#order.id")
	public void pack(Order order) {
		this.events.add("pack");
	}

	@DistributedLock(key = "coupon:#{#code.toUpperCase()}")
	public void redeem(String code) {
		this.events.add("redeem");
	}

	@DistributedLock(key = "invoice:#p0")
	public void invoice(long number) {
		this.events.add("invoice");
	}

	@DistributedLock(key = "report", ttl = "1m")
	public void report() {
		this.events.add("report");
	}

	@DistributedLock(key = "stock:#<sku>", waitTime = "500ms")
	public void reserve(String sku) {
		this.events.add("reserve");
	}

	@DistributedLock(key = "export", ttl = "10m", renew = false)
	public void export() {
		this.events.add("export");
	}

	@DistributedLock(key = "import", maxHold = "1h")
	public void importAll() {
		this.events.add("import");
	}

	@DistributedLock(key = "mail:#<id>", onBusy = OnBusy.SKIP)
	public Optional<String> mail(long id) {
		return Optional.of("sent");
	}

	@DistributedLock(key = "price:#<sku>", waitTime = "0", fallbackMethod = "lastPrice")
	public String price(String sku) {
		return "9.99";
	}

	String lastPrice(String sku, LockNotAcquiredException refusal) {
		return "9.49, as of yesterday";
	}

	@DistributedLock(key = "sync", onLost = OnLost.INTERRUPT)
	public void synchronize() throws InterruptedException {
		while (this.events.next()) {
			Thread.sleep(10);
		}
	}

	@DistributedLock(key = "refund:#<id>", condition = "#amount > 100")
	public void refund(long id, int amount) {
		this.events.add("refund");
	}

	@DistributedLock(key = { "account:#<from>", "account:#<to>" })
	public void transfer(String from, String to) {
		this.events.add("transfer");
	}

	@DistributedLock(key = "order:#<id>", waitTime = "10s")
	@DistributedLock(key = "warehouse", ttl = "1m", waitTime = "2s")
	public void pick(long id) {
		this.events.add("pick");
	}

	@DistributedLock(key = "archive")
	public void archive(LockHandle lock) {
		while (this.events.next()) {
			lock.ensureHeld();
			lock.extend(Duration.ofMinutes(1));
		}
	}

	@DistributedLock(key = "cleanup")
	public void cleanUp() {
		deleteOld();
	}

	private void deleteOld() {
		LockHandle.current().ensureHeld();
		this.events.add("deleted");
	}

	@DistributedLock(key = "document:#<name>", fencing = true)
	public long store(String name, LockHandle lock) {
		return lock.fencingNumber().orElseThrow();
	}

	@DistributedLock(key = "quote:#<sku>")
	public CompletableFuture<String> quote(String sku) {
		return CompletableFuture.supplyAsync(() -> "quote for " + sku);
	}

	@DistributedLock(key = "ticket:#<id>", type = LockType.FAIR)
	public void sell(long id) {
		this.events.add("sell");
	}

	@DistributedLock(key = "catalog", type = LockType.READ)
	public void browse() {
		this.events.add("browse");
	}

	@DistributedLock(key = "catalog", type = LockType.WRITE)
	public void restock() {
		this.events.add("restock");
	}

	@DistributedLock(key = "printer", type = LockType.SEMAPHORE, permitsString = "${shop.printers:3}")
	public void print() {
		this.events.add("print");
	}

	record Order(long id, Customer customer) {
	}

	record Customer(long id) {
	}

}
