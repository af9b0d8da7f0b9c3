// Which slider is in the reader's hand. A picture along one slider is drawn from what the kernel knows of the others,
// so these tell it first where they are; and playing goes on until another slider is taken.

export class HeldSliders {
  #sliders = new Set();

  /** A slider: its `name()`, whether it is `playing()`, how it is to `settle()`. Returns what takes it out again. */
  join(slider) {
    this.#sliders.add(slider);
    return () => this.#sliders.delete(slider);
  }

  /** Call before a slider is moved, or (null) before anything else is asked for: what was moved before is told before. */
  settleOthers(name) {
    for (const slider of this.#others(name)) slider.settle();
  }

  /** Whether frames may be asked for because the pointer is near: not while the picture follows another slider. */
  mayPrefetch(name) {
    if (this.#others(name).some((slider) => slider.playing())) return false;
    this.settleOthers(name);
    return true;
  }

  #others(name) {
    return [...this.#sliders].filter((slider) => slider.name() !== name);
  }
}
