// Asking the kernel for the frames of the slider that is about to be dragged.
// One request is out at a time; of those asked meanwhile only the last one is kept, and it always runs.

export class PrefetchQueue {
  #send = null;
  #inFlight = null;
  #wanted = null;
  #fetched = null;
  #waiting = [];
  #changed;

  /** `changed(busy)` hears when a request goes out or comes back. */
  constructor(changed = () => {}) {
    this.#changed = changed;
  }

  /** How requests reach the kernel; what was asked before is sent now. */
  connect(send) {
    this.#send = send;
    this.#next();
  }

  get busy() {
    return this.#inFlight !== null;
  }

  /** True if the charts already carry the frames of `axis`, and nothing else is under way. */
  has(axis) {
    return this.#inFlight === null && this.#wanted === null && this.#fetched === axis;
  }

  ask(axis) {
    if (this.has(axis)) return;
    this.#wanted = axis === this.#inFlight ? null : axis;
    this.#next();
  }

  /** Resolves when the frames of `axis` are there, when something else is asked for instead, or after `patience` ms. */
  whenFetched(axis, patience = 1500) {
    this.ask(axis);
    if (this.has(axis) || this.#send === null) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  }

  /** The kernel's answer. */
  answer(axis) {
    if (axis !== this.#inFlight) return;
    this.#fetched = axis;
    this.#inFlight = null;
    this.#next();
    if (this.#inFlight === null) this.#finish();
  }

  /** The kernel went away and came back: the answer to what was out will not come. */
  reset() {
    this.#wanted ??= this.#inFlight;
    this.#inFlight = null;
    this.#fetched = null;
    this.#finish();
    this.#next();
  }

  #next() {
    if (this.#inFlight !== null || this.#wanted === null || this.#send === null) return;
    this.#inFlight = this.#wanted;
    this.#wanted = null;
    this.#changed(true);
    this.#send(this.#inFlight);
  }

  #finish() {
    this.#changed(false);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
