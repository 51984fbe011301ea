// Paints one key: holds as bars, and behind them the numbers of waiters and of buyers without a lock as areas.

export const rowHeight = 25;
const barHeight = 12;
const labelWidth = 64;
const colors = ["--i1", "--i2", "--i3"];

export class Painter {
	// All blocks have the vertical lines. Only some show the time below them.
	constructor(canvas, height, from, to, saysTime) {
		const scale = devicePixelRatio || 1;
		const width = canvas.parentElement.clientWidth;
		const axis = saysTime ? 16 : 0;
		if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round((height + axis) * scale)) {
			canvas.width = Math.round(width * scale);
			canvas.height = Math.round((height + axis) * scale);
			canvas.style.height = `${height + axis}px`;
		}
		this.context = canvas.getContext("2d");
		this.context.setTransform(scale, 0, 0, scale, 0, 0);
		this.context.clearRect(0, 0, width, height + axis);
		this.context.font = "12px system-ui, sans-serif";
		Object.assign(this, { width, height, from, to, saysTime, style: getComputedStyle(document.documentElement) });
		this.axis();
	}

	color(name) {
		return this.style.getPropertyValue(name).trim();
	}

	x(at) {
		return labelWidth + (at - this.from) / (this.to - this.from) * (this.width - labelWidth);
	}

	axis() {
		const { context } = this;
		const step = [100, 250, 500, 1000, 2500, 5000, 10_000, 20_000].find((each) => (this.to - this.from) / each <= this.width / 70);
		context.fillStyle = this.color("--soft");
		context.strokeStyle = this.color("--line");
		context.lineWidth = 1;
		context.textAlign = "center";
		for (let at = Math.ceil(this.from / step) * step; at < this.to; at += step) {
			const x = Math.round(this.x(at)) + .5;
			context.beginPath();
			context.moveTo(x, 0);
			context.lineTo(x, this.height);
			context.stroke();
			const text = new Date(at).toISOString();
			if (this.saysTime && x > labelWidth + 16 && x < this.width - 16) {
				context.fillText(step < 1000 ? text.slice(17, 23).replace(/0$/, "") : text.slice(14, 19), x, this.height + 13);
			}
		}
	}

	row(index, name, row) {
		const { context } = this;
		const top = index * rowHeight;
		context.textAlign = "left";
		context.fillStyle = this.color("--soft");
		context.fillText(name, 0, top + rowHeight / 2 + 4);
		context.save();
		context.beginPath();
		context.rect(labelWidth, top, this.width - labelWidth, rowHeight);
		context.clip();
		const base = top + rowHeight - 2;
		context.fillStyle = this.color("--line");
		context.fillRect(labelWidth, base, this.width - labelWidth, 1);
		if (row) {
			const waiting = this.area(row.waiting, base, this.color("--wait"));
			const inside = this.area(row.inside, base, this.color("--bad"));
			row.holds.forEach((hold) => this.hold(hold, base, this.color(colors[index % colors.length])));
			row.marks.forEach((mark) => this.mark(mark, base));
			this.label(waiting, "waiting", base);
			this.label(inside, "at once", base);
		}
		context.restore();
	}

	// Paints steps. A higher number makes a higher step, up to the height of a row. Returns the start and the highest number.
	area(steps, base, color) {
		const { context } = this;
		const area = { start: null, most: 0 };
		context.fillStyle = color;
		steps.forEach((step, index) => {
			const until = steps[index + 1]?.at ?? this.to;
			if (step.count > 0 && until > this.from && step.at < this.to) {
				const x = this.x(Math.max(step.at, this.from));
				const height = Math.min(rowHeight - 4, 3 + Math.sqrt(step.count) * 2.2);
				context.fillRect(x, base - height, Math.max(1, this.x(Math.min(until, this.to)) - x), height);
				area.start ??= x;
				area.most = Math.max(area.most, step.count);
			}
		});
		return area;
	}

	// Writes the label in front of an area, or inside it if there is no room in front.
	label({ start, most }, word, base) {
		if (most > 1) {
			const before = start > labelWidth + 80;
			this.context.fillStyle = this.color("--text");
			this.context.textAlign = before ? "right" : "left";
			this.context.fillText(`${most} ${word}`, before ? start - 5 : labelWidth + 4, base - rowHeight / 2 + 6);
		}
	}

	hold(hold, base, color) {
		const end = hold.end ?? this.to;
		if (end < this.from || hold.start > this.to) {
			return;
		}
		const { context } = this;
		const top = base - barHeight - 1;
		const alive = Math.min(hold.dead ?? end, end);
		const x = this.x(hold.start);
		context.fillStyle = color;
		context.fillRect(x, top, Math.max(1.5, this.x(alive) - x), barHeight);
		if (hold.handed) {
			context.fillStyle = this.color("--back");
			context.fillRect(x - .75, top, 1.5, barHeight);
		}
		if (alive < end) {
			this.hatch(this.x(alive), top, this.x(end) - this.x(alive), color);
		}
	}

	hatch(x, top, width, color) {
		const { context } = this;
		context.save();
		context.beginPath();
		context.rect(x, top, width, barHeight);
		context.clip();
		context.strokeStyle = color;
		context.lineWidth = 2;
		context.strokeRect(x, top, width, barHeight);
		context.lineWidth = 1.5;
		context.beginPath();
		for (let at = x - barHeight; at < x + width; at += 6) {
			context.moveTo(at, top + barHeight);
			context.lineTo(at + barHeight, top);
		}
		context.stroke();
		context.restore();
	}

	mark({ at, kind }, base) {
		if (at < this.from || at > this.to) {
			return;
		}
		const { context } = this;
		const x = this.x(at);
		const y = base - barHeight / 2 - 1;
		context.beginPath();
		if (kind === "renewed") {
			context.fillStyle = this.color("--back");
			context.arc(x, y, 2.5, 0, 2 * Math.PI);
			context.fill();
			return;
		}
		context.lineWidth = kind === "lost" ? 2.5 : 1.75;
		context.strokeStyle = this.color(kind === "refused" ? "--soft" : "--bad");
		if (kind === "refused") {
			context.arc(x, y, 4, 0, 2 * Math.PI);
		}
		else {
			context.moveTo(x - 5, y - 5);
			context.lineTo(x + 5, y + 5);
			context.moveTo(x + 5, y - 5);
			context.lineTo(x - 5, y + 5);
		}
		context.stroke();
	}

	done() {
		this.context.setTransform(1, 0, 0, 1, 0, 0);
	}
}
