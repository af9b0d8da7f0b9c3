// The field in which a curve is drawn: axes, the drawing, the truth over it, and the handles for the keyboard. It may
// also be laid over a panel of a picture, whose axes it then has.
import { make, setText, uniqueId } from "../dom.js";
import { spelt } from "../typeset.js";
import { clamp, handlesAt, joined, moved, onto, pieces, placed, stroke, ticks, valueAt } from "./curve.js";
import { marks, sharesOf } from "./marks.js";
import { drew, place, tick, told } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const NOTCHES = 40; // of the field's height, for the keyboard
const SNAP = 0.025; // of the field's width, at either end
const LETTER = 0.56; // of their size: how wide the letters of a mark are, about

function shape(tag, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = spelt(text);
  return element;
}

export class Sketch {
  #size = { width: 0, em: 16 };
  #pen = null; // {id, at, height} of the pointer that draws
  #truth = null; // heights as they are, perhaps beyond the field
  #panel = null; // of a picture, as `panelOf` has it
  #places = []; // of the steps, in px

  /** `what()` gives `{label, axis, values, texts, field}`; `changed(heights)` hears of every change by the reader. */
  constructor({ what, changed }) {
    this.what = what;
    this.changed = changed;
    this.heights = [];
    this.locked = false;
    this.axes = shape("svg", { "aria-hidden": "true" });
    this.drawing = shape("svg", { "aria-hidden": "true", class: "dpv-drawing" });
    this.truth = shape("svg", { "aria-hidden": "true", class: "dpv-truth" });
    this.hint = make("span", { class: "dpv-draw-here", "aria-hidden": "true", text: "Draw here" });
    this.pad = make("div", { class: "dpv-pad" }, this.hint);
    this.handles = [];
    this.group = make("div", { class: "dpv-handles", role: "group" });
    this.top = make("p", { class: "dpv-axis" });
    this.bottom = make("p", { class: "dpv-axis dpv-axis-x" });
    this.stage = make("div", { class: "dpv-stage" }, this.axes, this.drawing, this.truth, this.pad, this.group);
    this.element = make("div", { class: "dpv-sketch" }, this.top, this.stage, this.bottom);
    for (const [event, listener] of Object.entries({
      pointerdown: (event) => this.#down(event),
      pointermove: (event) => this.#move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: (event) => this.#up(event),
    })) {
      this.pad.addEventListener(event, listener);
    }
    this.truth.addEventListener("animationend", () => this.truth.classList.remove("dpv-reveal"));
    const resized = new ResizeObserver(() => this.#resized());
    resized.observe(this.stage);
    this.dispose = () => resized.disconnect();
  }

  /** Other words or steps: everything anew. */
  dress() {
    const { label, axis } = this.what();
    setText(this.top, label);
    setText(this.bottom, axis);
    this.group.setAttribute("aria-label", `${label}: your prediction`);
    this.#makeHandles();
    this.layout();
  }

  clear() {
    this.heights = this.what().texts.map(() => null);
    this.#truth = null;
    this.locked = false;
    this.paint();
  }

  /** Draw the truth, heights as they are, or take it away; `reveal`: from left to right. */
  show(truth, reveal = false) {
    this.#truth = truth;
    this.truth.classList.toggle("dpv-reveal", reveal);
    this.paint();
  }

  focus() {
    this.handles[0]?.input.focus();
  }

  /** Draw over a panel of a picture; null: in a field of its own. */
  over(panel) {
    this.#panel = panel;
    setText(this.hint, panel ? "Draw here, or set points with the arrow keys" : "Draw here");
    this.layout();
  }

  layout() {
    const { width, em } = this.#size;
    if (!width) {
      this.paint();
      return;
    }
    if (this.#panel) {
      this.box = this.#panel.box;
      this.#places = this.#panel.places;
      this.axes.replaceChildren();
      this.stage.style.aspectRatio = "";
      this.#fit(em);
      return;
    }
    const { field } = this.what();
    const small = 0.85 * em;
    // Where it must share the window with more, its place says how much of it the field may have.
    const share = parseFloat(getComputedStyle(this.element).getPropertyValue("--dpviz-share")) || 1;
    const height = Math.max(7 * em, Math.min(18 * em, Math.max(12 * em, 0.5 * width), share * window.innerHeight));
    const most = Math.min(5, Math.floor((height - 2.7 * em) / (1.2 * small)));
    const levels = ticks(field, most).map((value) => ({ text: tick(value, field), y: placed(value, field) }));
    const left = Math.max(...levels.map(({ text }) => text.length), 1) * small * LETTER + 0.8 * em;
    this.box = { left, top: 0.8 * em, right: width - 3.6 * em, bottom: height - 1.9 * em, width, height };
    const { top, right, bottom } = this.box;
    this.stage.style.aspectRatio = `${width} / ${height}`;
    const { values, texts } = this.what();
    this.#places = sharesOf(values, texts).map((share) => left + share * (right - left));
    const steps = this.#marks(small * LETTER, em);
    this.bottom.style.paddingRight = `${width - right}px`;
    const parts = levels.flatMap(({ text, y }) => [
      shape("line", { class: "dpv-grid", x1: left, x2: right, y1: this.#y(y), y2: this.#y(y) }),
      shape("text", { x: left - 0.4 * em, y: this.#y(y), dy: "0.35em", "text-anchor": "end" }, text),
    ]);
    for (const { at, text } of steps) {
      const x = this.#x(at);
      const half = (text.length * small * LETTER) / 2;
      const anchor = x + half > width ? "end" : x - half < 0 ? "start" : "middle";
      parts.push(
        shape("line", { class: "dpv-tick", x1: x, x2: x, y1: bottom, y2: bottom + 0.35 * em }),
        shape("text", { x: anchor === "end" ? Math.min(width, x + 0.9 * em) : x, y: bottom + 1.4 * em, "text-anchor": anchor }, text),
      );
    }
    parts.push(shape("path", { class: "dpv-frame", d: `M${left} ${top}V${bottom}H${right}` }));
    this.axes.replaceChildren(...parts);
    this.#fit(em);
  }

  #fit(em) {
    const { left, top, right, bottom, width, height } = this.box;
    for (const svg of [this.axes, this.drawing, this.truth]) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    // A little larger than the field, so that its edges are easily met.
    const over = 0.5 * em;
    Object.assign(this.pad.style, {
      left: percent(left - over, width),
      right: percent(width - right - over, width),
      top: percent(top - over, height),
      bottom: percent(height - bottom - over, height),
    });
    this.paint();
  }

  // As many marks, up to six, as leave some room between their texts.
  #marks(letter, room) {
    const { values, texts } = this.what();
    for (let most = 6; ; most -= 1) {
      const steps = marks(values, texts, most);
      const clash = steps.some(({ at, text }, k) => {
        const next = steps[k + 1];
        return next && this.#x(next.at) - this.#x(at) < ((text.length + next.text.length) / 2) * letter + room;
      });
      if (!clash || most === 2) return steps;
    }
  }

  paint() {
    const whole = joined(this.heights);
    this.#sayHandles(whole); // from the first moment, before there is room to draw in
    if (!this.box) return;
    const empty = whole.every((height) => height === null);
    this.hint.hidden = !empty || this.locked;
    this.pad.classList.toggle("dpv-locked", this.locked);
    const dots = this.handles.filter(({ step }) => whole[step] !== null).map(({ step }) => this.#dot(step, whole[step]));
    const drawn = this.#lines(whole, "dpv-yours");
    // A field's edge stands for what is beyond it; in a picture the curve leaves its panel.
    const beyond = (height) => (this.#panel ? null : clamp(height));
    const truth = this.#truth?.map((height) => (height >= 0 && height <= 1 ? height : height === null ? null : beyond(height)));
    const lines = truth ? this.#lines(truth, "dpv-true") : [];
    const [yours, its] = this.#names(whole, truth ?? []);
    this.drawing.replaceChildren(...drawn, ...dots, ...yours);
    this.truth.replaceChildren(...lines, ...its);
  }

  #lines(heights, kind) {
    return pieces(heights).map((piece) => {
      const points = piece.map(([step, height]) => `${this.#x(step).toFixed(1)},${this.#y(height).toFixed(1)}`);
      // A single place has no line: a short one stands for it.
      if (points.length === 1) points.push(`${(this.#x(piece[0][0]) + 0.1).toFixed(1)},${points[0].split(",")[1]}`);
      return shape("polyline", { class: kind, points: points.join(" ") });
    });
  }

  #dot(step, height) {
    return shape("circle", { class: "dpv-dot", cx: this.#x(step), cy: this.#y(height), r: 0.3 * this.#size.em });
  }

  // The names of the curves, behind their ends and never on each other.
  #names(whole, truth) {
    const { em } = this.#size;
    const ends = [whole, truth]
      .map((heights, k) => ({ name: ["you", "truth"][k], step: heights.findLastIndex((height) => height !== null), k }))
      .filter(({ step }) => step >= 0)
      .map((end) => ({ ...end, y: this.#y([whole, truth][end.k][end.step]) + 0.35 * em }))
      .sort((a, b) => a.y - b.y);
    const [upper, lower] = ends;
    const close = lower ? Math.max(0, 1.15 * em - (lower.y - upper.y)) / 2 : 0;
    if (close) {
      upper.y -= close;
      lower.y += close;
    }
    const texts = [[], []];
    for (const { name, step, y, k } of truth.length ? ends : []) {
      const x = this.#x(step) + 0.6 * em;
      // A picture's panel may end where the curve does.
      const inside = x + name.length * em * LETTER > this.box.width;
      const at = inside ? { x: this.box.width, y: y - 0.9 * em, "text-anchor": "end" } : { x, y };
      texts[k].push(shape("text", { class: `dpv-name dpv-name-${name}`, ...at }, name));
    }
    return texts;
  }

  // The pointer ------------------------------------------------------------------------------------------

  #down(event) {
    if (!this.box || this.locked || this.#pen || event.button !== 0) return;
    event.preventDefault();
    this.pad.setPointerCapture(event.pointerId);
    const place = this.#placeOf(event);
    this.#pen = { id: event.pointerId, ...place };
    this.#set(stroke(this.heights, place, place));
  }

  #move(event) {
    if (this.#pen?.id !== event.pointerId) return;
    const events = event.getCoalescedEvents?.() ?? [];
    let heights = this.heights;
    for (const each of events.length ? events : [event]) {
      const place = this.#placeOf(each);
      heights = stroke(heights, this.#pen, place);
      Object.assign(this.#pen, place);
    }
    this.#set(heights);
  }

  #up(event) {
    if (this.#pen?.id === event.pointerId) this.#pen = null;
  }

  #placeOf(event) {
    const area = this.stage.getBoundingClientRect();
    const { left, right, top, bottom, width } = this.box;
    const zoom = area.width / width;
    const last = this.heights.length - 1;
    const x = (event.clientX - area.left) / zoom;
    const y = (event.clientY - area.top) / zoom;
    const share = (x - left) / (right - left);
    return {
      // Nobody meets an end exactly.
      at: share < SNAP ? 0 : share > 1 - SNAP ? last : onto(this.#places, this.#places.map((_, step) => step), [x])[0],
      height: clamp((bottom - y) / (bottom - top)),
    };
  }

  #set(heights) {
    this.heights = heights;
    this.paint();
    this.changed(heights);
  }

  // The keyboard -----------------------------------------------------------------------------------------

  #makeHandles() {
    const { texts } = this.what();
    const steps = handlesAt(texts.length);
    if (JSON.stringify(steps) === JSON.stringify(this.handles.map(({ step }) => step))) return;
    this.handles = steps.map((step, which) => {
      const input = make("input", { type: "range", id: uniqueId("point"), min: 0, max: NOTCHES, step: 1, tabindex: which ? -1 : 0 });
      input.setAttribute("aria-orientation", "vertical");
      input.addEventListener("keydown", (event) => this.#key(event, which));
      // Whoever moves it in another way, as a screen reader does by touch.
      input.addEventListener("input", () => this.#put(which, Number(input.value) / NOTCHES));
      input.addEventListener("focus", () => this.handles.forEach((other) => (other.input.tabIndex = other.input === input ? 0 : -1)));
      return { step, input };
    });
    this.group.replaceChildren(...this.handles.map(({ input }) => input));
  }

  #key(event, which) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const beside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const rise = { ArrowUp: 1, ArrowDown: -1, PageUp: NOTCHES / 8, PageDown: -NOTCHES / 8, Home: -NOTCHES, End: NOTCHES }[event.key];
    if (beside === undefined && rise === undefined) return;
    event.preventDefault();
    if (beside) this.handles[which + beside]?.input.focus();
    else this.#put(which, this.#standing(which) + rise / NOTCHES);
  }

  #put(which, height) {
    if (this.locked) this.paint();
    else this.#set(moved(this.heights, this.handles.map(({ step }) => step), which, height));
  }

  // Where a handle stands: on the drawing; where there is none, as high as the next one that has something.
  #standing(which) {
    const whole = joined(this.heights);
    const near = this.handles
      .map(({ step }, k) => ({ height: whole[step], far: Math.abs(k - which) }))
      .filter(({ height }) => height !== null)
      .sort((a, b) => a.far - b.far);
    return near[0]?.height ?? 0.5;
  }

  #sayHandles(whole) {
    const { axis, label, texts, field } = this.what();
    this.handles.forEach(({ step, input }, which) => {
      const height = this.#standing(which);
      if (this.box) {
        Object.assign(input.style, {
          left: percent(this.#x(step), this.box.width),
          top: percent(this.#y(height), this.box.height),
        });
      }
      input.value = String(Math.round(height * NOTCHES));
      input.setAttribute("aria-label", `${label}: point ${which + 1} of ${this.handles.length}`);
      input.setAttribute("aria-readonly", String(this.locked));
      const mine = whole[step] === null ? "nothing drawn" : drew(whole[step], field);
      const real = this.#truth?.[step] ?? null;
      const its = real === null ? "" : `; in truth ${told(valueAt(real, field), field)}`;
      input.setAttribute("aria-valuetext", `at ${place(axis, texts[step])}: ${mine}${its}`);
    });
  }

  // Places -----------------------------------------------------------------------------------------------

  #x(step) {
    const [low, share] = [Math.floor(step), step % 1];
    return share ? (1 - share) * this.#places[low] + share * this.#places[low + 1] : this.#places[low];
  }

  #y(height) {
    return this.box.bottom - height * (this.box.bottom - this.box.top);
  }

  #resized() {
    const size = { width: this.stage.clientWidth, em: parseFloat(getComputedStyle(this.element).fontSize) };
    if (!size.width || (size.width === this.#size.width && size.em === this.#size.em)) return;
    this.#size = size;
    this.layout();
  }
}

function percent(part, whole) {
  return `${(100 * part) / whole}%`;
}
