// Collects the events of each key: holds, waiters, renewals and losses.

const kept = 5 * 60_000;
const fixed = new Map([["sku:teapot", "the sale"], ["sku:lamp", "the failures"], ["grab:…", "the couriers"], ["job:inventory", "the long job"], ["job:report", "the scheduled job"]]);

class Row {
	holds = [];		// { start, end, id, handed, dead }: dead is the time at which the instance was killed or paused
	waiting = [];	// { at, count }: the number of waiters since that time
	inside = [];	// { at, count }: the number of buyers without a lock since that time
	marks = [];		// { at, kind }
	handed = false;	// whether the next hold comes from a caller of the same instance

	add({ at, kind, hold, waiting, note }) {
		if (this.waiting.at(-1)?.count !== waiting) {
			this.waiting.push({ at, count: waiting });
		}
		if (kind === "acquired") {
			this.holds.push({ start: at, end: null, id: hold, handed: this.handed });
			this.handed = false;
		}
		else if (kind === "handed-on") {
			this.handed = true;
		}
		else if (kind === "released" || kind === "lost") {
			const open = this.holds.findLast((each) => each.id === hold && each.end === null);
			if (open) {
				open.end = at;
			}
			if (kind === "lost") {
				this.marks.push({ at, kind, note });
			}
		}
		else if (kind === "entered" || kind === "left") {
			this.inside.push({ at, count: Math.max(0, (this.inside.at(-1)?.count ?? 0) + (kind === "entered" ? 1 : -1)) });
		}
		else if (kind === "renewed" || kind === "refused" || kind === "renewal-failed") {
			this.marks.push({ at, kind, note });
		}
	}

	get open() {
		return this.holds.findLast((hold) => hold.end === null);
	}

	forget(before) {
		this.holds = this.holds.filter((hold) => hold.end === null || hold.end > before);
		this.marks = this.marks.filter((mark) => mark.at > before);
		for (const name of ["waiting", "inside"]) {
			const first = this[name].findLastIndex((step) => step.at < before);
			this[name] = first > 0 ? this[name].slice(first) : this[name];
		}
	}
}

class Lanes {
	byKey = new Map();		// key -> instance -> Row
	states = new Map();		// instance -> state
	log = [];
	skew = 0;				// of the server's clock against the browser's clock
	lastRun = null;

	constructor() {
		this.clear();
	}

	clear() {
		this.byKey = new Map([...fixed.keys()].map((key) => [key, new Map()]));
		this.log = [];
	}

	about(key) {
		return fixed.get(key) ?? "";
	}

	now() {
		return Date.now() + this.skew;
	}

	row(key, instance) {
		const rows = this.byKey.get(key) ?? this.byKey.set(key, new Map()).get(key);
		return rows.get(instance) ?? rows.set(instance, new Row()).get(instance);
	}

	add(event) {
		// Other keys are not shown, for example the lock of the start-up.
		const key = event.key.startsWith("grab:") ? "grab:…" : event.key;
		if (!fixed.has(key)) {
			return;
		}
		this.skew = Math.max(this.skew, event.at - Date.now());
		if (event.kind === "acquired") {
			this.endDead(key, event);
		}
		this.row(key, event.instance).add(event);
		this.log.push(event);
		if (this.log.length > 400) {
			this.log.splice(0, 200);
		}
	}

	// A killed or paused holder does not report its release. Its hold ends when the next holder acquires the lock.
	endDead(key, { at, instance }) {
		this.byKey.get(key).forEach((row, name) => {
			const open = row.open;
			if (open && (open.dead || name === instance)) {
				open.end = at;
			}
		});
	}

	instance(name, state) {
		this.states.set(name, state);
		this.byKey.forEach((rows) => {
			const row = rows.get(name);
			if (!row) {
				return;
			}
			if (state === "down" || state === "paused") {
				if (row.open && !row.open.dead) {
					row.open.dead = this.now();
				}
			}
			if (state === "down") {
				row.waiting.push({ at: this.now(), count: 0 });
				row.inside.push({ at: this.now(), count: 0 });
			}
		});
	}

	// The time comes from the launcher, because the browser may receive the event late.
	runEnded(at, millis) {
		this.lastRun = { end: at, millis };
	}

	forget() {
		const before = this.now() - kept;
		this.byKey.forEach((rows) => rows.forEach((row) => row.forget(before)));
	}
}

export const lanes = new Lanes();
