"use strict";

const rows = document.getElementById("stock");
const result = document.getElementById("result");
const refreshMillis = 3000;

// Rows stay where they are and only their number changes, so that the keyboard's focus is never lost.
function show({ sku, remaining }) {
	let row = document.getElementById("sku-" + sku);
	if (!row) {
		row = rows.insertRow();
		row.id = "sku-" + sku;
		const name = document.createElement("th");
		name.scope = "row";
		name.textContent = sku;
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = "Buy";
		button.setAttribute("aria-label", "Buy " + sku);
		button.addEventListener("click", () => buy(sku));
		row.append(name);
		row.insertCell();
		row.insertCell().append(button);
	}
	row.cells[1].textContent = remaining === 0 ? "sold out" : remaining;
}

// A screen reader speaks each change: the same text again is none.
function say(text) {
	if (result.textContent !== text) {
		result.textContent = text;
	}
}

async function refresh() {
	try {
		const response = await fetch("stock");
		(await response.json()).forEach(show);
	}
	catch (error) {
		say("The shop does not answer.");
	}
}

async function buy(sku) {
	say("Buying " + sku + " …");
	try {
		const response = await fetch("orders/" + encodeURIComponent(sku) + "/buy", { method: "POST" });
		const answer = await response.json();
		say(response.ok
			? "Bought one " + sku + ", " + answer.remaining + " left. Order " + answer.orderId + "."
			: answer.title + ": " + answer.detail);
		await refresh();
	}
	catch (error) {
		say("The shop does not answer. Look at the stock before you try again.");
	}
}

refresh();
setInterval(() => document.hidden || refresh(), refreshMillis);
