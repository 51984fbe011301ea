// Shows the meters of the locks: one row for each instance.
import { byId, get, make } from "./http.js";

const millis = (seconds) => `${(seconds * 1000).toFixed(1)} ms`;

function row({ instance, waiters, holds, acquired, meanWait, longestWait, meanHold, losses }) {
	const line = make("tr");
	const head = make("th", instance);
	head.scope = "row";
	line.append(head, ...[waiters, holds, acquired, millis(meanWait), millis(longestWait), millis(meanHold), losses]
		.map((value) => make("td", String(value))));
	return line;
}

async function show() {
	try {
		byId("numbers").replaceChildren(...(await get("numbers")).map(row));
	}
	catch (error) {
		// The launcher does not answer. The list of instances says so.
	}
	setTimeout(show, 2000);
}

show();
