// Play, Step and Reset for a slider that walks along a run (rounds, draws): they only move its index.
import { make, setText } from "./dom.js";

const WHOLE_RUN = 7000; // ms
const SLOWEST = 400; // ms a step
const FASTEST = 40;
const CALM = 800; // ms a step for those who asked their system for less motion

/** How long one tick lasts, in ms, and how many steps it goes, for a run of `count` frames. */
export function pace(count, calm = false) {
  const steps = Math.max(1, count - 1);
  const tick = calm ? CALM : Math.min(SLOWEST, Math.max(FASTEST, WHOLE_RUN / steps));
  return { tick, stride: Math.max(1, Math.round((steps * tick) / WHOLE_RUN)) };
}

export class Player {
  #timer = null;
  #playing = false;

  /** `run` says how many frames there are, where the slider is, how to move it and how to tell the kernel. */
  constructor(run) {
    this.run = run;
    this.playButton = make("button", { type: "button", class: "dpv-button dpv-primary", text: "Play" });
    const step = make("button", { type: "button", class: "dpv-button", text: "Step" });
    const reset = make("button", { type: "button", class: "dpv-button", text: "Reset" });
    this.playButton.addEventListener("click", () => (this.#playing ? this.pause() : this.play()));
    step.addEventListener("click", () => this.step());
    reset.addEventListener("click", () => this.reset());
    this.element = make("div", { class: "dpv-player" }, this.playButton, step, reset);
  }

  get playing() {
    return this.#playing;
  }

  async play() {
    this.#playing = true;
    setText(this.playButton, "Pause");
    await this.run.ready();
    if (!this.#playing) return;
    const last = this.run.count() - 1;
    if (this.run.index() >= last) this.run.go(0);
    const { tick, stride } = pace(last + 1, this.run.calm());
    const walk = () => {
      this.run.go(Math.min(last, this.run.index() + stride));
      if (this.run.index() >= last) this.pause();
      else this.#timer = setTimeout(walk, tick);
    };
    this.#timer = setTimeout(walk, tick);
  }

  pause() {
    if (!this.#playing) return;
    this.stop();
    this.run.settle();
  }

  /** Stop without telling the kernel. */
  stop() {
    clearTimeout(this.#timer);
    this.#playing = false;
    setText(this.playButton, "Play");
  }

  async step() {
    this.stop();
    await this.run.ready();
    if (this.run.index() >= this.run.count() - 1) return;
    this.run.go(this.run.index() + 1);
    this.run.settleSoon();
  }

  async reset() {
    this.stop();
    await this.run.ready();
    this.run.go(0);
    this.run.settle();
  }
}
