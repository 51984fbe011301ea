// Things that go wrong on demand, and the story of each.
import { byId, enable, make, onPress, problem, send, time } from "./http.js";

const buttons = [...document.querySelectorAll("[data-mishap]")];
const story = byId("story");
let shown = null;

buttons.forEach((button) => onPress(button, async () => {
	story.replaceChildren();
	shown = button.dataset.mishap;
	buttons.forEach((each) => enable(each, false));
	const answer = await send("POST", `mishaps/${button.dataset.mishap}`);
	if (!answer.ok) {
		buttons.forEach((each) => enable(each, true));
		story.append(make("li", problem(answer), "last"));
	}
}));

export function tell({ mishap, at, text, last }) {
	if (mishap !== shown || story.lastElementChild?.classList.contains("last")) {
		story.replaceChildren();
		shown = mishap;
	}
	const line = make("li", "", last ? "last" : "");
	line.append(time(at), text);
	story.append(line);
	buttons.forEach((each) => enable(each, last));
}
