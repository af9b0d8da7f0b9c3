// A ghost on the page: drawn over a picture, and drawn again when the picture's axes, width or theme have changed.
import { clear, drawWhole } from "../plot.js";
import { make } from "../dom.js";
import { ghost, placeOf } from "./ghost.js";

const CARD = "#ffffff";
const CHEAP = 6; // ms; more is not spent on a ghost while the picture moves
const PAUSE = 100; // ms

export class Overlay {
  #place = "";
  #cost = null; // ms of the last drawing
  #timer = null;
  #last = null; // what was drawn, as arguments of `draw`
  #settled = () => this.draw(...this.#last);

  /** `plot`: the element that the picture is drawn in; what is drawn over it stands before it. */
  constructor(plot) {
    this.plot = plot;
    this.element = make("div", { class: "dpv-ghost", "aria-hidden": "true" });
    plot.before(this.element);
  }

  /** `still(index)`: see `ghost`; `theme`: its name and its colours. Resolves when it is there. */
  draw(figure, still, theme, config = { staticPlot: true }) {
    const full = this.plot._fullLayout;
    if (!full) return undefined;
    // Labels that need more room move the axes once more, after a picture was drawn.
    if (!this.#last) this.plot.on("plotly_afterplot", this.#settled);
    this.#last = [figure, still, theme, config];
    const now = [theme.name, figure.data.map((_, index) => still(index)), placeOf(full)].join();
    if (now === this.#place) return undefined;
    this.#place = now;
    clearTimeout(this.#timer);
    if (this.#cost <= CHEAP) return this.#show();
    // Axes that move during a drag: the picture first.
    this.element.style.visibility = "hidden";
    this.#timer = setTimeout(() => this.#show(), PAUSE);
    return undefined;
  }

  #show() {
    const [figure, still, { colours }, config] = this.#last;
    const began = performance.now();
    for (const edge of this.element.querySelectorAll(".dpv-edge")) edge.remove(); // plotly takes every path for a bar of its own
    const drawn = drawWhole(this.element, ghost(figure, this.plot._fullLayout, still, colours), config);
    for (const bar of this.element.querySelectorAll(".bars .point path")) edge(bar, colours[CARD] ?? CARD);
    this.element.style.visibility = "";
    this.#cost = this.#cost === null ? 0 : performance.now() - began; // the first is drawn from nothing
    return drawn;
  }

  clear() {
    clearTimeout(this.#timer);
    if (this.#last) this.plot.removeListener?.("plotly_afterplot", this.#settled);
    clear(this.element);
    this.element.remove();
  }
}

// Dashes with a light edge: seen on the card, and on a bar of any colour.
function edge(bar, card) {
  bar.style.strokeDasharray = "4px,3px";
  const under = bar.cloneNode();
  under.setAttribute("class", "dpv-edge");
  Object.assign(under.style, { stroke: card, strokeWidth: "3.5px", strokeDasharray: "none" });
  bar.before(under);
}
