// Shows the meters of the locks: one column for each instance, so that the table fits a narrow screen.
import { byId, get, make } from "./http.js";

const millis = (seconds) => (seconds * 1000).toFixed(1);

const meters = [
	["Waiting", (of) => of.waiters],
	["Holding", (of) => of.holds],
	["Acquired", (of) => of.acquired],
	["Mean wait, ms", (of) => millis(of.meanWait)],
	["Longest wait, ms", (of) => millis(of.longestWait)],
	["Mean hold, ms", (of) => millis(of.meanHold)],
	["Lost", (of) => of.losses]
];

function head(text, scope) {
	const cell = make("th", text);
	cell.scope = scope;
	return cell;
}

function row(first, others) {
	const line = make("tr");
	line.append(first, ...others);
	return line;
}

async function show() {
	try {
		const instances = await get("numbers");
		byId("numbers-of").replaceChildren(row(head("Meter", "col"), instances.map(({ instance }) => head(instance, "col"))));
		byId("numbers").replaceChildren(...meters.map(([name, value]) =>
			row(head(name, "row"), instances.map((each) => make("td", String(value(each)))))));
	}
	catch (error) {
		// The launcher does not answer. The list of instances says so.
	}
	setTimeout(show, 2000);
}

show();
