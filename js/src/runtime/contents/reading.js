// Where the reader is on a page, and what of it they have seen: without the page.

/** Which section the reader is in: the last whose heading is above the line; -1: none yet. `tops` in order, in px. */
export function current(tops, line) {
  return tops.findLastIndex((top) => top <= line);
}

/** Which parts are before the reader's eyes: half of one is, or it fills a good part of the window. */
export function inView(boxes, height) {
  return boxes.flatMap(({ top, bottom }, index) => {
    const shown = Math.min(bottom, height) - Math.max(top, 0);
    return bottom > top && shown >= Math.min(0.5 * (bottom - top), 0.4 * height) ? [index] : [];
  });
}

/** Notes when things come into view; `settled(now)` are those that have been there for `moment` ms. */
export class Dwell {
  #since = new Map();

  constructor(moment) {
    this.moment = moment;
  }

  look(names, now) {
    const before = this.#since;
    this.#since = new Map(names.map((name) => [name, before.get(name) ?? now]));
  }

  settled(now) {
    return [...this.#since].filter(([, since]) => now - since >= this.moment).map(([name]) => name);
  }
}

/** "4 of 9 sections, 3 of 5 questions". `parts`: word, number done, number there are; what there is none of is left out. */
export function says(parts) {
  return parts
    .filter(([, , all]) => all > 0)
    .map(([word, done, all]) => `${done} of ${all} ${word}${all === 1 ? "" : "s"}`)
    .join(", ");
}
