// How much of the window a picture's controls leave to it.

const WIDE = 640; // px: on a phone controls stand one under the other, and no picture fits beside them
const SPARE = 16; // px around the two

/** The space for a plot within its panel. It only shrinks while the window keeps its size, so that nothing jumps. */
export class PlotHeight {
  #window = "";
  #height = Infinity;
  #watch = null;

  /** `changed` is called when the window or the panel has another size. */
  constructor(root, plot, changed) {
    this.root = root;
    this.plot = plot;
    this.changed = changed;
    addEventListener("resize", changed);
  }

  /** In px. */
  measure() {
    const { clientWidth, clientHeight } = document.documentElement;
    const panel = this.root.closest(".dpviz-panel");
    if (clientWidth < WIDE || !panel) return Infinity;
    if (!this.#watch) {
      this.#watch = new ResizeObserver(this.changed);
      this.#watch.observe(panel);
    }
    const size = `${clientWidth} ${clientHeight}`;
    if (size !== this.#window) this.#height = Infinity;
    this.#window = size;
    const top = nearestRow(panel, this.root).getBoundingClientRect().top;
    const above = this.plot.getBoundingClientRect().top - top;
    this.#height = Math.min(this.#height, Math.floor(clientHeight - above) - SPARE);
    return this.#height;
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
