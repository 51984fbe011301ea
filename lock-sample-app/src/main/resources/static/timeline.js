// Draws one block for each key and one row in it for each instance. Time runs from left to right.
import { byId, make } from "./http.js";
import { lanes } from "./lanes.js";
import { Painter, rowHeight } from "./painter.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const delay = 250;		// events come in batches
const blocks = new Map();
let span = 15_000;
let still = null;		// { end, span } of a timeline that stands still, or null; without a span of its own, it has the chosen one

function block(key) {
	const element = make("div", "", "lane");
	const head = make("div", "", "head");
	const title = make("h3", "");
	title.append(make("code", key), " ", make("span", lanes.about(key)));
	const now = make("span", "", "now");
	const canvas = document.createElement("canvas");
	canvas.setAttribute("role", "img");
	head.append(title, now);
	element.append(head, canvas);
	byId("timeline").append(element);
	return { now, canvas };
}

function summary(rows) {
	let waiting = 0;
	let inside = 0;
	const holders = [];
	rows.forEach((row, name) => {
		waiting += row.waiting.at(-1)?.count ?? 0;
		inside += row.inside.at(-1)?.count ?? 0;
		if (row.open) {
			holders.push(row.open.dead ? `${name} (${lanes.states.get(name)})` : name);
		}
	});
	const parts = [holders.length ? `held by ${holders.join(" and ")}` : "free"];
	if (waiting) {
		parts.push(`${waiting} waiting`);
	}
	if (inside) {
		parts.push(`${inside} buying without a lock`);
	}
	return parts.join(", ");
}

function draw() {
	const end = still?.end ?? lanes.now() - delay;
	const from = end - (still?.span ?? span);
	const names = [...lanes.states.keys()].sort();
	const keys = [...lanes.byKey.keys()];
	lanes.byKey.forEach((rows, key) => {
		const shown = blocks.get(key) ?? blocks.set(key, block(key)).get(key);
		const painter = new Painter(shown.canvas, names.length * rowHeight, from, end, key === keys[0] || key === keys.at(-1));
		names.forEach((name, index) => painter.row(index, name, rows.get(name)));
		painter.done();
		const text = summary(rows);
		if (shown.now.textContent !== text) {
			shown.now.textContent = text;
			shown.canvas.setAttribute("aria-label", `${key}: ${text}`);
		}
	});
}

const words = { waiting: "waits for", acquired: "acquired", refused: "did not acquire", released: "released", lost: "lost", renewed: "renewed", "renewal-failed": "could not renew", "handed-on": "hands on", entered: "starts without a lock on", left: "ends without a lock on" };

function showLog() {
	if (byId("log").open && !still) {
		byId("log").querySelector("ol").replaceChildren(...lanes.log.slice(-30).reverse().map((event) =>
			make("li", `${new Date(event.at).toISOString().slice(11, 23)} ${event.instance} ${words[event.kind]} ${event.key}`
				+ (event.kind === "acquired" ? ` after ${event.millis} ms` : "") + (event.note ? ` (${event.note})` : ""))));
	}
}

const spans = document.querySelectorAll("[name=span]");

function stand(next) {
	still = next;
	byId("hold-still").setAttribute("aria-pressed", String(still !== null));
	spans.forEach((radio) => radio.checked = !still?.span && Number(radio.value) === span);
}

byId("hold-still").addEventListener("click", () => stand(still ? null : { end: lanes.now() - delay }));

byId("last-run").addEventListener("click", () => stand({ end: lanes.lastRun.end + 100, span: lanes.lastRun.millis + 400 }));

spans.forEach((radio) => radio.addEventListener("change", () => {
	span = Number(radio.value);
	stand(still?.span ? null : still);
}));

// An action is shown live. The listener runs before that of the button, which may disable the button.
document.addEventListener("click", ({ target }) => {
	if (still && target.closest("button:not(.bar button, [aria-disabled=true])")) {
		stand(null);
	}
}, true);

// Asks for a frame only when one is due: each frame costs time, even if nothing is drawn.
function frame() {
	draw();
	setTimeout(() => requestAnimationFrame(frame), calm.matches ? 1000 : 60);
}

setInterval(() => {
	byId("last-run").hidden = !lanes.lastRun;
	lanes.forget();
	showLog();
}, 1000);
requestAnimationFrame(frame);
