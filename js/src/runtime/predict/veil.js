// A picture is veiled until what is asked of it is answered: its axes, title and controls show, what it says does not.
// The predictions stand in its place, one after the other; then they are folded under its sentence.
import { Progress } from "../contents/progress.js";
import { make } from "../dom.js";
import { carriesState } from "../url.js";
import { counted, onSkipping, skipsAll } from "./skipping.js";

export class Veils {
  #predictions = []; // {name, picture, element, home, output, stays, over, late, done}
  #held = 0;
  #open; // whoever follows a link to a state is shown it

  constructor(lesson) {
    this.lesson = lesson;
    if (!lesson.app) return;
    this.#open = carriesState(location.search);
    lesson.answered.add((name, verdict) => this.#answered(name, verdict));
    onSkipping(() => this.#dressAll());
  }

  /**
   * `element` asks for a prediction about a picture, within `home`. `stays`: whether, once answered, it stays in the
   * picture's place until the reader goes on. `over` hears of the chart over which it may draw, or null. Returns the
   * function that takes it away.
   */
  ask({ name, picture, element, home, stays = () => false, over = (_) => {} }) {
    const output = home.closest(".dpviz-output");
    if (!this.lesson.app || !output || !picture || document.documentElement.dataset.dpvizOnly !== undefined) return () => {};
    const { answered } = new Progress(document.documentElement.dataset.dpvizLesson ?? location.pathname);
    const prediction = { name, picture, element, home, output, stays, over, late: false, done: answered.has(name) };
    this.#predictions.push(prediction);
    this.#predictions.sort((a, b) => (a.home.compareDocumentPosition(b.home) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    this.dress(picture);
    return () => {
      this.#predictions = this.#predictions.filter((other) => other !== prediction);
      element.remove();
      this.dress(picture);
    };
  }

  // What was said to the one that was answered is read first; then a button leads on.
  #lead(chart, waiting) {
    const [first, next] = waiting;
    const text = first?.answered ? (next ? "Next question" : "Show the picture") : "";
    const old = chart.asked.querySelector(".dpv-onward");
    if (text === (old?.textContent ?? "")) return;
    old?.remove();
    const lift = () => {
      first.late = false;
      first.element.classList.add("dpv-answered");
      this.#after(first);
    };
    if (text) chart.asked.append(make("button", { type: "button", class: "dpv-button dpv-primary dpv-onward", text, on: { click: lift } }));
  }

  /** Predictions among the words and pictures as they are, as on slides and on paper; returns the function that ends it. */
  hold() {
    this.#held += 1;
    this.#dressAll();
    return () => {
      this.#held -= 1;
      this.#dressAll();
    };
  }

  /** Put what is asked about a picture where it belongs. */
  dress(picture) {
    const chart = this.lesson.charts.get(picture);
    const asked = this.#predictions.filter((one) => one.picture === picture);
    const waiting = this.#held || this.#open || skipsAll() ? [] : asked.filter(({ done, late, answered }) => !done || (late && answered));
    for (const one of asked) {
      one.output.hidden = !this.#held;
      const place = this.#held || !chart?.block ? one.home : this.#placeIn(chart, one, waiting);
      if (one.element.parentElement !== place) place.append(one.element);
      one.over(place === chart?.asked || (one.answered && place === chart?.predicted) ? chart : null);
    }
    if (!chart) return;
    chart.parts.prediction.button.hidden = chart.predicted.childElementCount === 0;
    chart.veiled = waiting.length > 0;
    this.#lead(chart, waiting);
  }

  // One at a time; when none waits, in the fold.
  #placeIn(chart, one, waiting) {
    if (waiting.length === 0) return chart.predicted;
    return one === waiting[0] ? chart.asked : one.home;
  }

  #dressAll() {
    for (const picture of new Set(this.#predictions.map(({ picture }) => picture))) this.dress(picture);
  }

  #named(name) {
    return this.#predictions.find((one) => one.name === name);
  }

  #answered(name, verdict) {
    const prediction = this.#named(name);
    if (!prediction) return;
    const first = !prediction.done && !prediction.answered;
    prediction.done = prediction.answered = true;
    const more = this.#predictions.some(({ picture, done }) => picture === prediction.picture && !done);
    prediction.late = verdict !== "skipped" && (prediction.stays() || more);
    const skipped = verdict === "skipped";
    if (first) this.#after(prediction, counted(verdict, () => this.#focus(prediction.picture, skipped)), skipped);
  }

  // What had the focus has gone with it: what comes next has it then.
  #after({ element, picture }, question = null, skipped = false) {
    const chart = this.lesson.charts.get(picture);
    const focused = [element, chart?.asked].some((part) => part?.contains(document.activeElement));
    this.dress(picture);
    if (!chart || this.#held) return;
    const { asked, predicted, parts, veiled } = chart;
    if (question) (veiled ? asked : predicted).prepend(question);
    if (!veiled && (question || !skipped)) parts.prediction.open();
    if (focused) this.#focus(picture, skipped);
    if (veiled || question) (question ?? asked).scrollIntoView?.({ block: "nearest" });
  }

  // The question about skipping; the next question, or what leads to it; what was said, or the picture.
  #focus(picture, skipped) {
    const { predicted, plot, root, veiled } = this.lesson.charts.get(picture);
    const places = [".dpv-skip-all", ...(veiled ? [".dpv-onward", ":scope > .dpv-stage", ".dpv-asked"] : [])];
    const found = places.map((place) => root.querySelector(`${place} input:checked, ${place} input, button${place}, ${place} button`));
    const target = found.find(Boolean) ?? (skipped ? plot : predicted);
    target.focus({ preventScroll: true });
  }
}
