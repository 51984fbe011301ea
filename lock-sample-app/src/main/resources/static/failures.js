// Causes failures on demand, and shows the steps of each.
import { byId, enable, make, onPress, problem, send, time } from "./http.js";

const buttons = [...document.querySelectorAll("[data-mishap]")];
const list = byId("story");
let shown = null;

buttons.forEach((button) => onPress(button, async () => {
	list.replaceChildren();
	shown = button.dataset.mishap;
	buttons.forEach((each) => enable(each, false));
	const answer = await send("POST", `mishaps/${button.dataset.mishap}`);
	if (!answer.ok) {
		buttons.forEach((each) => enable(each, true));
		list.append(make("li", problem(answer), "last"));
	}
}));

export function showStep({ mishap, at, text, last }) {
	if (mishap !== shown || list.lastElementChild?.classList.contains("last")) {
		list.replaceChildren();
		shown = mishap;
	}
	const line = make("li", "", last ? "last" : "");
	line.append(time(at), text);
	list.append(line);
	buttons.forEach((each) => enable(each, last));
}
