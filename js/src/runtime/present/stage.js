// One step of the page as large as its window. Nothing is copied: classes show the step and take the rest away.

import { forProjector } from "./projector.js";
import { legendOf, takeLegend } from "./legend.js";
import { stack } from "./stack.js";

// plotly measures its letters in an element of its own; problems and alarms concern the lecturer too.
const STAYS = "#js-plotly-tester, .dpv-notices, .dpviz-gone, dialog, script, style, template";

/** The page's steps in order: `{section, name, step}`; a scene without a picture is named by its heading's id. */
export function stepsOf(root) {
  return [...root.querySelectorAll(".dpviz-step")].flatMap((step) => {
    const heading = step.querySelector(".dpviz-prose :is(h1, h2, h3, h4, h5, h6)");
    const { picture } = step.dataset;
    const section = picture || heading?.id;
    return section ? [{ section, name: heading?.textContent.trim() ?? section, step }] : [];
  });
}

/** The step that a scene's section means; null if the page has none. */
export function stepOf(root, section) {
  const named = [...root.querySelectorAll(".dpviz-step")].find((step) => step.dataset.picture === section);
  return named ?? root.querySelector(`#${CSS.escape(section)}`)?.closest(".dpviz-step") ?? null;
}

export class Stage {
  #out = new Set();
  #step = null;
  #chart = null;
  #ready = null; // the next one, drawn already behind the present one

  /** `least`: the size of letters in px that no text falls below. `kept`: elements that stay. */
  constructor({ least, kept }) {
    this.least = least;
    this.kept = kept;
  }

  /** Show a step and its chart; null: a scene of which the page knows nothing. */
  show(step, chart) {
    if (step === this.#step && chart === this.#chart) return;
    this.#leave(this.#step, this.#chart, chart);
    this.#step = step;
    this.#chart = chart;
    this.#hideAround();
    if (!step) return;
    if (this.#ready?.step !== step) this.#dress(step, chart);
    this.#ready = null;
    step.classList.remove("dpvp-ready");
    step.classList.add("dpvp-now");
    step.scrollTop = 0;
    step.tabIndex = 0; // what scrolls is scrolled by keys too
    dispatchEvent(new Event("resize")); // formulas that are wider than their new place
  }

  /** Lay out and draw a step behind the present one, so that it is there when it is asked for. */
  prepare(step, chart) {
    if (this.#ready?.step === step || step === this.#step) return;
    this.#unprepare();
    // One made in stages would begin to work.
    if (!step || !chart || chart.progress) return;
    this.#ready = { step, chart };
    this.#dress(step, chart);
    step.classList.add("dpvp-ready");
    this.#hideAround();
  }

  /** Everything where it was. */
  clear() {
    this.#unprepare();
    this.#leave(this.#step, this.#chart, null);
    this.#step = this.#chart = null;
    for (const element of this.#out) element.classList.remove("dpvp-out");
    this.#out.clear();
  }

  #unprepare() {
    const ready = this.#ready;
    this.#ready = null;
    if (ready) this.#leave(ready.step, ready.chart, null);
  }

  #dress(step, chart) {
    const output = chart?.root.closest(".dpviz-output");
    output?.classList.add("dpvp-picture");
    // From the picture up to its place: what stands beside that is out of the way, forms and files too.
    for (let at = output && chart.root; at && at !== output; at = at.parentElement) at.classList.add("dpvp-path");
    step.classList.toggle("dpvp-words", !chart);
    const least = this.least();
    if (chart) chart.projector = least ? { least, adapt: (figure) => adapt(chart, figure) } : {};
  }

  #leave(step, chart, next) {
    step?.classList.remove("dpvp-now", "dpvp-ready", "dpvp-words");
    step?.removeAttribute("tabindex");
    if (!chart || chart === next) return;
    const output = chart.root.closest(".dpviz-output");
    output?.classList.remove("dpvp-picture");
    for (const one of output?.querySelectorAll(".dpvp-path") ?? []) one.classList.remove("dpvp-path");
    chart.root.querySelector(".dpvp-legend")?.remove();
    chart.projector = null;
  }

  // Beside the steps that are shown, and beside all that holds them.
  #hideAround() {
    const shown = new Set(this.kept);
    for (const step of [this.#step, this.#ready?.step]) {
      for (let at = step; at; at = at.parentElement) shown.add(at);
    }
    const out = new Set();
    const look = (parent) => {
      for (const child of parent.children) {
        if (child.matches(STAYS)) continue;
        if (!shown.has(child)) out.add(child);
        else if (!child.matches(".dpviz-step") && !this.kept.includes(child)) look(child);
      }
    };
    look(document.body);
    for (const element of this.#out) if (!out.has(element)) element.classList.remove("dpvp-out");
    for (const element of out) element.classList.add("dpvp-out");
    this.#out = out;
  }
}

// For the last row. A file of the picture keeps its legend.
function adapt(chart, figure) {
  const entries = chart.fixed.width ? [] : takeLegend(figure);
  forProjector(figure, () => stack(figure.layout, figure.layout.showlegend === false));
  const legend = legendOf(entries);
  const old = chart.root.querySelector(".dpvp-legend");
  if (old?.isEqualNode(legend)) return;
  old?.remove();
  // Nothing comes between a picture and the ghost of a pinned one.
  if (entries.length) (chart.root.querySelector(":scope > .dpv-ghost") ?? chart.plot).before(legend);
}
