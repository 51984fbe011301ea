// Starts runs, and shows the last run of each kind of purchase.
import { byId, enable, make, onPress, problem, say, send } from "./http.js";
import { lanes } from "./lanes.js";

const buttons = [...document.querySelectorAll("[data-lock]")];
const status = byId("sale-status");
const names = { none: "without a lock", annotation: "with @DistributedLock", service: "with LockService" };

buttons.forEach((button) => onPress(button, async () => {
	buttons.forEach((each) => enable(each, false));
	say(status, `200 buyers are buying, ${names[button.dataset.lock]} …`);
	const answer = await send("POST", `runs?lock=${button.dataset.lock}`);
	if (!answer.ok) {
		buttons.forEach((each) => enable(each, true));
		say(status, problem(answer));
	}
}));

function progressOf(run) {
	const answered = run.sold + run.soldOut + run.busy + run.failed;
	const progress = document.createElement("progress");
	progress.max = run.buyers;
	progress.value = answered;
	progress.setAttribute("aria-label", "Buyers answered");
	return [progress, make("p", `${answered} of ${run.buyers} answered, ${run.sold} sold`)];
}

function resultOf(run) {
	const meter = make("div", "", "meter");
	const part = (className, count) => {
		const element = make("div", "", className);
		element.style.width = `${100 * count / run.buyers}%`;
		return element;
	};
	meter.setAttribute("role", "img");
	meter.setAttribute("aria-label", `${run.orders} orders of ${run.buyers} buyers, ${run.oversold} of them oversold`);
	meter.append(part("sold", run.orders - run.oversold), part("over", run.oversold));
	const verdict = run.oversold > 0
		? make("p", `${run.oversold} oversold`, "bad")
		: make("p", run.orders === run.pieces ? "Exactly sold out, none oversold" : `${run.orders} sold, none oversold`, "good");
	const rest = [`${run.orders} orders for ${run.pieces} pieces`, `stock shows ${run.remaining}`];
	if (run.soldOut) {
		rest.push(`${run.soldOut} buyers too late`);
	}
	if (run.busy) {
		rest.push(`${run.busy} buyers timed out`);
	}
	if (run.failed) {
		rest.push(`${run.failed} failed`);
	}
	return [meter, verdict, make("p", `${rest.join(", ")}; ${(run.millis / 1000).toFixed(1)} s.`)];
}

export function showRuns(runs) {
	runs.forEach(show);
	buttons.forEach((button) => enable(button, !runs.some((run) => run.running)));
}

function show(run) {
	byId(`way-${run.lock}`).querySelector(".result").replaceChildren(...(run.running ? progressOf(run) : resultOf(run)));
}

export function showRun(run) {
	show(run);
	buttons.forEach((button) => enable(button, !run.running));
	if (!run.running) {
		say(status, `Last run, ${names[run.lock]}: ${run.orders} orders for ${run.pieces} pieces, ${run.oversold} oversold.`);
		lanes.runEnded(run.at, run.millis);
	}
}
