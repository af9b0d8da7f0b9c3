// How far a picture is that is made in stages, with a button that stops it and goes on with it.
import { make, setText } from "./dom.js";

const SWITCH = 400; // ms in which a second click still meant the button's former words

/** What is said of a progress: `fraction` in [0, 1), or below 0 when there is nothing to wait for. */
export function words(fraction, stopped) {
  const percent = Math.floor(100 * fraction);
  return stopped ? `Stopped at ${percent} %` : `Computing … ${percent} %`;
}

export class Progress {
  #switched = -Infinity;

  /** `press(stopped)` hears the button; `stopped` says in which state it was pressed. */
  constructor(press) {
    this.fill = make("div", { class: "dpv-progress-fill" });
    this.bar = make(
      "div",
      { class: "dpv-progress-bar", role: "progressbar", "aria-label": "Computing", "aria-valuemin": 0, "aria-valuemax": 100 },
      this.fill,
    );
    this.text = make("span", { class: "dpv-progress-text" });
    this.button = make("button", { type: "button", class: "dpv-button", text: "Pause" });
    this.button.addEventListener("click", () => {
      if (performance.now() - this.#switched > SWITCH) press(this.stopped);
    });
    // Its place stays when it is not needed: nothing below it moves.
    this.element = make("div", { class: "dpv-progress" }, this.bar, this.text, this.button);
    this.show(-1, false, "");
  }

  show(fraction, stopped, title) {
    this.element.classList.toggle("dpv-idle", fraction < 0);
    if (fraction < 0) return;
    if (stopped !== this.stopped && this.stopped !== undefined) this.#switched = performance.now();
    this.stopped = stopped;
    const text = words(fraction, stopped);
    this.fill.style.width = `${100 * fraction}%`;
    this.bar.setAttribute("aria-label", `Computing: ${title}`);
    this.bar.setAttribute("aria-valuenow", String(Math.floor(100 * fraction)));
    this.bar.setAttribute("aria-valuetext", text);
    setText(this.text, text);
    setText(this.button, stopped ? "Go on" : "Pause");
  }
}
