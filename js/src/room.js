// How much of the window a picture's controls leave to it.

const WIDE = 640; // px: on a phone controls stand one under the other, and no picture fits beside them
const SPARE = 8; // px below the picture

/** The room for a plot within its panel. It only shrinks while the window keeps its size, so that nothing jumps. */
export class Room {
  #window = "";
  #room = Infinity;
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
    if (size !== this.#window) this.#room = Infinity;
    this.#window = size;
    const top = nearestRow(panel, this.root).getBoundingClientRect().top;
    const above = this.plot.getBoundingClientRect().top - top;
    this.#room = Math.min(this.#room, Math.floor(clientHeight - above) - SPARE);
    return this.#room;
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
