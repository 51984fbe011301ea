// Requests to the launcher, and small helpers for the page.

export async function get(path) {
	return (await fetch(path)).json();
}

// Returns { ok, status, body }. The body of a problem has a title and a detail.
export async function send(method, path) {
	try {
		const response = await fetch(path, { method });
		const text = await response.text();
		return { ok: response.ok, status: response.status, body: text ? JSON.parse(text) : null };
	}
	catch (error) {
		return { ok: false, status: 0, body: { title: "No answer", detail: "The launcher does not answer." } };
	}
}

export function problem(answer) {
	return `${answer.body.title} (${answer.status}): ${answer.body.detail}`;
}

export const byId = (id) => document.getElementById(id);

export function make(tag, text, className) {
	const element = document.createElement(tag);
	element.textContent = text ?? "";
	element.className = className ?? "";
	return element;
}

// A screen reader reads every change aloud, so the same text is not set again.
export function say(element, text) {
	if (element.textContent !== text) {
		element.textContent = text;
	}
}

export function time(at) {
	const element = make("time", new Date(at).toLocaleTimeString("en-GB"));
	element.dateTime = new Date(at).toISOString();
	return element;
}

// Does not set `disabled`, because a disabled button loses the keyboard focus.
export function enable(button, enabled) {
	button.setAttribute("aria-disabled", String(!enabled));
}

export function onPress(button, action) {
	button.addEventListener("click", () => {
		if (button.getAttribute("aria-disabled") !== "true") {
			action();
		}
	});
}
