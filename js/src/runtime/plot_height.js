// How much of the window a picture's controls and words leave to it.

const WIDE = 640; // px: on a phone controls stand one under the other, and no picture fits beside them
const LOW = 480; // px: at a zoom of 200 %, or on a phone that is turned, no picture fits under its controls
const SPARE = 16; // px around all
const LEAST = 260; // px, of a picture beside its words
const FOLD = 120; // px, of what is unfolded there
const TIGHT = 88; // px, the same of what is said to a prediction, where the picture needs the rest

/** The space for a plot within its panel. It only shrinks while the window keeps its size, so that nothing jumps. */
export class PlotHeight {
  #window = "";
  #height = Infinity;
  #watch = null;

  /** `changed` is called when the window or the panel has another size. */
  constructor(chart, changed) {
    this.chart = chart;
    this.changed = changed;
    addEventListener("resize", changed);
  }

  /** Whether the picture stands beside the words about it (style/layout.css), with all of its words in view. */
  get beside() {
    return getComputedStyle(this.chart.root).getPropertyValue("--dpviz-beside") === "1";
  }

  /** In px: `{room, least}`. `wanted`: below that, what is said to a prediction gives way. */
  measure(wanted = 0) {
    const { clientWidth, clientHeight } = document.documentElement;
    const { root, plot } = this.chart;
    const panel = root.closest(".dpviz-panel");
    if (clientWidth < WIDE || !panel || (clientHeight < LOW && !this.beside)) return { room: Infinity };
    if (!this.#watch) {
      this.#watch = new ResizeObserver(this.changed);
      this.#watch.observe(panel);
    }
    const top = () => nearestRow(panel, root).getBoundingClientRect().top;
    if (this.beside) {
      const { place } = this.chart.folds;
      place.style.maxHeight = "none";
      place.style.minHeight = "";
      const unfolded = place.offsetHeight;
      // Measured now: at the end of its words what is sticky moves up when it grows.
      const around = root.getBoundingClientRect().bottom - top();
      // The one that begins the page is seen there, under the header.
      const above = panel.matches(".dpviz-opening") ? panel.closest(".dpviz-step").getBoundingClientRect().top + scrollY : 0;
      const free = Math.floor(clientHeight - above - (around - plot.offsetHeight - unfolded)) - SPARE;
      // What is said to a prediction has its room already while that is asked: the axes keep their size.
      const predicting = this.chart.predicting;
      const asked = Math.min(FOLD, Math.max(TIGHT, free - Math.max(LEAST, wanted)));
      const folds = predicting ? asked : Math.min(unfolded, Math.max(FOLD, free - LEAST));
      place.style.maxHeight = `${folds}px`;
      if (predicting) place.style.minHeight = `${folds}px`;
      return { room: Math.max(LEAST, free - folds), least: LEAST };
    }
    Object.assign(this.chart.folds.place.style, { minHeight: "", maxHeight: "" });
    const size = `${clientWidth} ${clientHeight}`;
    if (size !== this.#window) this.#height = Infinity;
    this.#window = size;
    const above = plot.getBoundingClientRect().top - top();
    this.#height = Math.min(this.#height, Math.floor(clientHeight - above) - SPARE);
    return { room: this.#height };
  }

  close() {
    removeEventListener("resize", this.changed);
    this.#watch?.disconnect();
  }
}

/** The row of controls next above a picture, whatever forms there may be before and after it; else the picture. */
function nearestRow(panel, root) {
  const before = (row) => row.compareDocumentPosition(root) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...panel.querySelectorAll(".dpviz-controls")].filter(before).at(-1) ?? root;
}
