// What the widgets of one lesson share in this page. Lessons are told apart by the `page` trait of their widgets.
import { Bus } from "./bus.js";
import { HoldQueue } from "./hold.js";
import { watchKernel } from "./kernel.js";
import { carriesState } from "./url.js";

const PATIENCE_WITH_A_LINK = 3000; // ms; after that the pictures show what they have

export class Lesson {
  bus = new Bus();
  /** Names of the lesson's parameters: its part of the address. */
  names = new Set();
  /** "fine", "lost" (the connection), or "dead" (the kernel, and with it the lesson's state). */
  kernel = "fine";
  /** False while a link is being restored: pictures wait, so that nobody sees the default state flash by. */
  ready = true;
  #listeners = new Set();
  #attached = false;

  constructor({ app }) {
    this.app = app;
    this.holds = new HoldQueue(() => this.changed());
  }

  /** Listen for changes of `kernel`, `ready` and `busy`; returns the function that stops it. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed() {
    for (const listener of [...this.#listeners]) listener();
  }

  /** The kernel is working, or owes an answer. */
  get busy() {
    return this.kernel === "fine" && (this.kernelBusy === true || this.holds.busy || !this.ready);
  }

  /** The lesson's Page model: the one that speaks with the kernel. */
  attach(model) {
    if (this.#attached) return;
    this.#attached = true;
    model.on("msg:custom", (message) => {
      if (message?.kind === "held") this.holds.answer(message.axis);
      if (message?.kind === "restored") this.#restored();
    });
    this.holds.connect((axis) => model.send({ kind: "hold", axis }));
    watchKernel(model.widget_manager, (state, busy) => {
      if (this.kernel === "lost" && state === "fine") this.holds.reset();
      this.kernel = state;
      this.kernelBusy = busy;
      this.changed();
    });
    if (!this.app) return;
    if (carriesState(location.search)) {
      this.ready = false;
      setTimeout(() => this.#restored(), PATIENCE_WITH_A_LINK);
    }
    model.send({ kind: "link", query: location.search });
  }

  /** A slider's model: its value is the bus's, until somebody moves it in the page. */
  follow(model) {
    const name = model.get("name");
    this.names.add(name);
    this.bus.publish(name, model.get("value"));
    model.on("change:value", () => {
      if (this.bus.get(name) !== model.get("value")) this.bus.publish(name, model.get("value"));
    });
  }

  #restored() {
    if (this.ready) return;
    this.ready = true;
    this.changed();
  }
}
