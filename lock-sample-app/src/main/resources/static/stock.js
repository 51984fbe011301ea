// Shows the stock of all articles, with a button to buy one piece of each.
import { byId, get, make, onPress, problem, say, send } from "./http.js";

// Rows are kept and only their numbers change, so that the keyboard focus is never lost.
function show({ sku, pieces, remaining, orders, oversold }) {
	let row = byId(`sku-${sku}`);
	if (!row) {
		row = byId("stock").insertRow();
		row.id = `sku-${sku}`;
		const name = make("th", sku);
		name.scope = "row";
		const button = make("button", "Buy", "quiet");
		button.type = "button";
		button.setAttribute("aria-label", `Buy ${sku}`);
		onPress(button, () => buy(sku));
		row.append(name, make("td"), make("td"), make("td"), make("td"));
		row.cells[4].append(button);
	}
	row.cells[1].textContent = pieces;
	row.cells[2].replaceChildren(String(orders), oversold ? make("span", ` (${oversold} too many)`, "bad") : "");
	row.cells[3].textContent = remaining;
}

export async function showStock() {
	(await get("stock")).forEach?.(show);
}

async function buy(sku) {
	say(byId("result"), `Buying one ${sku} …`);
	const answer = await send("POST", `orders/${encodeURIComponent(sku)}/buy`);
	say(byId("result"), answer.ok
		? `Bought one ${sku} from ${answer.body.instance}, ${answer.body.remaining} left. Order ${answer.body.orderId}.`
		: problem(answer));
	showStock();
}
