// A cover over a picture: what does the hall expect? The controls stay in sight, and so does the step's prediction.
import { make } from "../dom.js";

export class Cover {
  #chart = null;
  #sized = new ResizeObserver(() => this.#place());

  constructor(lifted) {
    this.button = make("button", { type: "button", class: "dpv-button dpv-primary", text: "Show the picture", on: { click: () => this.lift() } });
    this.words = make("p", { class: "dpvp-expect", text: "What do you expect?" });
    this.element = make("div", { class: "dpvp-cover" }, this.words, this.button);
    this.element.addEventListener("click", ({ target }) => target === this.element && this.lift());
    this.lifted = lifted;
  }

  get down() {
    return this.#chart !== null;
  }

  /** Cover a chart of a step, for the `turn`-th time in this lecture. */
  drop(step, chart, turn = 0) {
    this.clear();
    this.#chart = chart;
    this.step = step;
    step.classList.add("dpvp-covered");
    chart.root.append(this.element);
    // A prediction of the step takes the picture's place: the first time the first, the next time the next.
    const predictions = [...step.querySelectorAll(".dpviz-output")].filter(predicts);
    this.asked = predictions.slice(Math.min(turn, predictions.length - 1)).slice(0, 1);
    for (const output of this.asked) output.classList.add("dpvp-predict");
    step.classList.toggle("dpvp-asks", this.asked.length > 0);
    this.#sized.observe(chart.root);
    this.#place();
  }

  lift() {
    if (!this.down) return;
    const inside = this.element.contains(document.activeElement);
    this.clear();
    this.lifted(inside);
  }

  clear() {
    if (!this.down) return;
    this.#sized.disconnect();
    this.step.classList.remove("dpvp-covered", "dpvp-asks");
    for (const output of this.asked) {
      output.classList.remove("dpvp-predict");
      for (const side of ["top", "left", "right"]) output.style.removeProperty(`--dpvp-${side}`);
    }
    this.element.remove();
    this.#chart = null;
  }

  #place() {
    if (!this.down) return;
    // Below the title, on however many lines it stands.
    const { offsetTop, offsetHeight } = this.#chart.heading;
    this.element.style.top = `${offsetTop + offsetHeight}px`;
    // On the cover itself: below the title, and beside the controls where they stand in a column.
    const [cover, step] = [this.element, this.step].map((element) => element.getBoundingClientRect());
    const place = { top: cover.top - step.top + this.step.scrollTop, left: cover.left - step.left, right: step.right - cover.right };
    for (const output of this.asked) {
      for (const [side, px] of Object.entries(place)) output.style.setProperty(`--dpvp-${side}`, `${Math.round(px)}px`);
    }
  }
}

function predicts(output) {
  if (output.querySelector(".dpv-prediction")) return true;
  return [...output.querySelectorAll(".dpv-question-kind")].some((kind) => kind.textContent.trim() === "Predict");
}
