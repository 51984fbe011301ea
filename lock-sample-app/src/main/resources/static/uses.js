// The other uses: couriers, inventory and report.
import { byId, enable, get, make, onPress, problem, say, send, time } from "./http.js";

const shownReports = 4;

onPress(byId("grab"), async () => {
	enable(byId("grab"), false);
	say(byId("grab-status"), "12 couriers try to take the order …");
	const answer = await send("POST", "grabs?couriers=12");
	enable(byId("grab"), true);
	say(byId("grab-status"), answer.ok
		? `Order ${answer.body.order}: ${answer.body.winner} took it at ${answer.body.instance}. ${answer.body.couriers - answer.body.winners} couriers were too late.`
		: problem(answer));
});

onPress(byId("inventory"), async () => {
	const answer = await send("POST", "jobs/inventory");
	if (!answer.ok) {
		say(byId("inventory-status"), problem(answer));
	}
});

export async function showReports() {
	const reports = await get("jobs/report");
	byId("reports").replaceChildren(...(reports.slice?.(0, shownReports) ?? []).map(({ instance, at, remaining }) => {
		const item = make("li");
		item.append(time(at), `${instance}: ${remaining} pieces left`);
		return item;
	}));
}

const inventory = {
	acquired: ({ instance }) => `${instance} counts the stock …`,
	released: ({ instance, millis }) => `${instance} finished after ${(millis / 1000).toFixed(1)} s. The ttl is 3 s.`,
	lost: ({ instance, note }) => `${instance} lost its lock (${note}) and stopped.`
};

export function showJobEvent(event) {
	if (event.key === "job:inventory" && inventory[event.kind]) {
		say(byId("inventory-status"), inventory[event.kind](event));
	}
	if (event.key === "job:report" && event.kind === "released") {
		showReports();
	}
}
