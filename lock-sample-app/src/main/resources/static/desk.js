// Passes the events of the launcher to the parts of the page.
import { byId, get, make } from "./http.js";
import { showRun, showRuns } from "./sale.js";
import { showStock } from "./stock.js";
import { showStep } from "./failures.js";
import { showJobEvent, showReports } from "./uses.js";
import { lanes } from "./lanes.js";
import "./timeline.js";
import "./numbers.js";

function showFleet({ instances, size, redis, redisIsOurs, database }) {
	const list = instances.map(({ name, state, pid }, index) => {
		const item = make("li", `${name} ${state}`, state === "up" ? "" : "off");
		item.title = `process ${pid}`;
		item.style.setProperty("--mark", `var(--i${index % 3 + 1})`);
		return item;
	});
	if (instances.length < size) {
		list.push(make("li", `${size - instances.length} more starting`, "off"));
	}
	list.push(make("li", `Redis ${redis}`, "thing"), make("li", `Database ${database}`, "thing"));
	byId("fleet").replaceChildren(...list);
	instances.forEach(({ name, state }) => lanes.instance(name, state));
	document.querySelector("[data-mishap=redis]").hidden = !redisIsOurs;
}

function showLocks(events) {
	events.forEach((event) => {
		lanes.add(event);
		showJobEvent(event);
	});
}

function connect() {
	const source = new EventSource("events");
	const on = (name, action) => source.addEventListener(name, (message) => action(JSON.parse(message.data)));
	on("locks", showLocks);
	on("fleet", showFleet);
	on("run", (run) => {
		showRun(run);
		if (!run.running) {
			showStock();
		}
	});
	on("story", (step) => {
		showStep(step);
		if (step.last) {
			showStock();
		}
	});
	// Each new connection receives the past events again.
	source.addEventListener("open", async () => {
		lanes.clear();
		showFleet(await get("fleet"));
		showRuns(await get("runs"));
		showStock();
		showReports();
	});
	source.addEventListener("error", () => byId("fleet").replaceChildren(make("li", "The launcher does not answer. Trying again …", "off")));
}

get("mishaps").then((steps) => steps.forEach(showStep));
connect();
