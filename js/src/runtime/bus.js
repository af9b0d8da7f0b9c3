// What the widgets of one lesson tell each other inside the page: the value of each parameter right now.

/** Index of the entry of an increasing list that is nearest to `value`. */
export function nearest(values, value) {
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= value) low = middle;
    else high = middle;
  }
  return Math.abs(values[high] - value) < Math.abs(value - values[low]) ? high : low;
}

/** Carries {axis, value, settled}; `settled` is false while a slider is still in the hand. */
export class Bus {
  #values = new Map();
  #listeners = new Set();

  get(axis) {
    return this.#values.get(axis)?.value;
  }

  /** Whether no slider is in the hand with this value. */
  settled(axis) {
    return this.#values.get(axis)?.settled ?? true;
  }

  publish(axis, value, settled = true) {
    this.#values.set(axis, { value, settled });
    for (const listener of [...this.#listeners]) listener({ axis, value, settled });
  }

  /** Returns the function that unsubscribes. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
