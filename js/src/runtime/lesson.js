// What the widgets of one lesson share in this page. Lessons are told apart by the `page` trait of their widgets.
import { Bus } from "./bus.js";
import { HeldSliders } from "./held_sliders.js";
import { InView } from "./in_view.js";
import { PrefetchQueue } from "./prefetch.js";
import { started, starting, waiting, watchKernel } from "./kernel_state.js";
import { Veils } from "./predict/veil.js";
import { Requests } from "./requests.js";
import { ShownEarly } from "./shown_early.js";
import { carriesState, inPage, keepQuery, part, withParameter, writeQuery } from "./url.js";

const PATIENCE = 5000; // ms without an answer before the page asks whether the kernel is still there
const PATIENCE_WITH_A_LINK = 3000; // ms; after that the pictures show what they have

export class Lesson {
  bus = new Bus();
  heldSliders = new HeldSliders();
  inView = new InView();
  /** Names of the lesson's parameters: its part of the address. */
  names = new Set();
  /**
   * "fine", "lost" (the connection), "refused" (by the server), "dead" (the kernel, and with it the lesson's state), or
   * "failed" (a kernel inside the page that could not start).
   */
  kernel = "fine";
  /** False while a link is being restored: pictures wait, so that nobody sees the default state flash by. */
  ready = true;
  /** True while a link waits for an engine that is starting: pictures are faint, and in the state that the page opens with. */
  arriving = false;
  /** The charts on the page by the names of their sections. */
  charts = new Map();
  /** Questions and predictions that were answered hear here: `(name, verdict)`. */
  answered = new Set();
  /** True once the kernel has read the page's link: from then on the address is what it says. */
  restored = false;
  /** Its only picture is one that just moves: nothing else hears of it. */
  bare = false;
  /** Whether there may be a kernel to make a file of a picture. */
  canSave = true;
  /** How many kernels this page has had before this one. */
  formerKernels = 0;
  #listeners = new Set();
  #page = null;
  #asked = 0; // answers that the kernel was asked for
  #answered = 0; // and those it has given, or will not give any more
  #told = new Map(); // what the kernel was told of each slider: the value, and how much it had been asked for before
  #suspicion = null; // the timer of a page that waits long
  #askForKernel = () => {};
  #requests = new Requests();
  #sliders = new Set();
  #next = null; // the state to go to as soon as the kernel owes nothing: of several the last one
  #early = new ShownEarly();

  constructor({ app }) {
    this.app = app;
    this.veils = new Veils(this);
    this.prefetch = new PrefetchQueue(() => this.#changed());
  }

  /** Listen for changes of `kernel`, `ready` and `busy`; returns the function that stops it. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The kernel owes an answer. */
  get busy() {
    return this.kernel === "fine" && (this.#next !== null || this.#owing);
  }

  get #owing() {
    return this.#answered < this.#asked || this.prefetch.busy || !this.ready || this.arriving;
  }

  /** Call after something was sent that makes the kernel work: it answers when it is done with it. */
  expect() {
    if (!this.#page) return;
    this.#asked += 1;
    this.#page.send({ kind: "sync" });
    this.#changed();
  }

  /** The lesson's Page model: the one that speaks with the kernel. */
  attach(page) {
    if (this.#page) return;
    this.#page = page;
    page.on("msg:custom", (message, buffers) => this.#hear(message ?? {}, buffers));
    page.on("change:peeked", () => {
      const { id, ...answer } = page.get("peeked") ?? {};
      this.#requests.answer(id, answer);
    });
    this.prefetch.connect((axis) => page.send({ kind: "prefetch", axis }));
    this.#askForKernel = watchKernel(page.widget_manager, (state) => this.#kernelIs(state));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#askForKernel());
    if (!this.app) return;
    keepQuery();
    this.inView.connect((pictures) => {
      page.send({ kind: "near", pictures });
      if (pictures.some((name) => this.charts.get(name)?.stale)) this.expect();
    });
    this.#openLink(page);
  }

  #hear({ kind, id, axis, problem }, buffers) {
    if (kind === "saved") this.#requests.answer(id, { bytes: buffers?.[0], problem });
    if (kind === "prefetched") this.prefetch.answer(axis);
    if (kind === "restored") {
      this.restored = true;
      this.#restored();
    }
    if (kind === "synced") {
      this.#answered = Math.min(this.#asked, this.#answered + 1);
      this.#changed();
    }
  }

  #kernelIs(state) {
    const back = this.kernel !== "fine" && state === "fine";
    this.kernel = state;
    this.#answered = this.#asked;
    this.#requests.forget();
    this.#changed();
    if (back) this.prefetch.reset();
  }

  /** Bring the page into the state of its link, with whichever kernel there is or will be. */
  #openLink(page) {
    const late = () => inPage() || waiting(); // the kernel takes its time: better the opening state than nothing
    document.addEventListener("dpviz-kernel", ({ detail }) => {
      if (detail.another) this.#introduce();
      else if (detail.missed) this.#askAgain();
      if (!this.ready && late()) {
        this.ready = true;
        this.#arrive(true);
        this.#changed();
      }
    });
    if (carriesState(location.search)) {
      if (starting() && late()) this.#arrive(true);
      else this.ready = false;
      started().then(() => setTimeout(() => this.#restored(), this.kernel === "failed" ? 0 : PATIENCE_WITH_A_LINK));
    }
    page.send({ kind: "link", query: location.search });
  }

  /** Tell a kernel that knows nothing of this page where the page is. */
  #introduce() {
    this.#answered = this.#asked;
    this.#told.clear();
    this.formerKernels += 1;
    this.restored = false;
    // The address may be a moment behind the hand.
    const query = new URLSearchParams(location.search);
    for (const slider of this.#sliders) {
      const name = slider.get("name");
      query.set(name, this.bus.get(name));
    }
    this.inView.again();
    this.#page.send({ kind: "link", query: `?${query}` });
    this.prefetch.reset();
    for (const chart of this.charts.values()) chart.introduce?.();
    this.#changed();
  }

  /** Answers may be lost with a line; the page asks for all states meanwhile. */
  #askAgain() {
    this.#answered = this.#asked;
    this.#requests.forget();
    if (!this.restored) this.#page.send({ kind: "link", query: location.search });
    this.prefetch.reset();
    this.expect();
  }

  /** A slider's model: its value is the bus's, until somebody moves it in the page. */
  follow(slider) {
    const name = slider.get("name");
    this.names.add(name);
    this.bus.publish(name, slider.get("value"));
    this.#sliders.add(slider);
    const show = () => {
      if (this.bus.settled(name) && this.bus.get(name) !== slider.get("value")) this.bus.publish(name, slider.get("value"));
    };
    slider.on("change:value", () => {
      if (this.#isLate(name)) slider.set("value", this.#told.get(name).value);
      else this.hear(slider, show);
    });
  }

  /** A slider was let go at a value: the kernel is told. */
  tell(slider, value) {
    const name = slider.get("name");
    this.bus.publish(name, value);
    if (this.bare) return;
    this.remember(name, value);
    this.#told.set(name, { value, asked: this.#asked });
    slider.set("value", value);
    slider.save_changes();
    this.expect();
  }

  // News of a slider that the kernel sent before it heard what it was told: it answers in the order it was asked in.
  #isLate(name) {
    const told = this.#told.get(name);
    return told !== undefined && (this.#answered < told.asked || (this.app && !this.restored));
  }

  /** The kernel has news: shown at once, unless they are of a state that the reader has left already. */
  hear(who, show) {
    if (this.#next) this.#early.hold(who, show);
    else {
      this.#early.drop(who);
      show();
    }
  }

  /** The state of the lesson as a link has it: `"epsilon=0.5&n=200"`. */
  get query() {
    if (!this.app) return this.#page?.get("query") ?? "";
    for (const name of this.#page?.get("names") ?? []) this.names.add(name);
    return part(location.search, this.names);
  }

  /**
   * Bring the lesson into the state of a link; what that does not name is at its default. `known`, what `peek` said of
   * that state, is shown at once. Resolves when the kernel is there too. Asked for several states one after the other,
   * the kernel hears of the last one.
   */
  go(query, picture = "", known = null) {
    this.heldSliders.settleOthers(null);
    this.#next = { query, picture };
    if (known?.block) this.paint(picture, known);
    this.#changed();
    return this.settled();
  }

  /** Resolves when the kernel owes nothing. */
  settled() {
    return new Promise((resolve) => {
      const arrived = () => {
        if (this.busy) return;
        stop();
        resolve(undefined);
      };
      const stop = this.subscribe(arrived);
      arrived();
    });
  }

  /** Show what `peek` said of the state that the page is going to. */
  paint(picture, { block, values }) {
    const chart = this.charts.get(picture);
    this.#early.paint(values, this.bus);
    chart?.setBlock(block);
    chart?.setStale(false);
    if (chart?.show) this.#early.hold(chart, chart.show);
  }

  /**
   * What a picture would be in the state of a link: resolves to `{block, values}`, or to `{}` if the kernel can't tell
   * without keeping the reader waiting. What is shown stays.
   */
  peek(query, picture, axis = "") {
    return this.#question({ kind: "peek", query, picture, axis });
  }

  /** A picture as a page that needs no server: resolves to its `{bytes}`, to a `{problem}` in words, or to `{}`. */
  save(picture, address) {
    this.heldSliders.settleOthers(null); // the kernel makes it of what it knows
    const answer = this.#question({ kind: "save", picture, address });
    this.expect();
    return answer;
  }

  #question(asked) {
    if (!this.#page || this.kernel !== "fine") return Promise.resolve({});
    return this.#requests.ask((message) => this.#page.send(message), asked);
  }

  /** Keep a choice in the address at once: a reload brings it back even if the kernel never heard of it. */
  remember(name, value) {
    if (!this.app) return;
    writeQuery(withParameter(location.search, name, String(value)));
  }

  #arrive(on) {
    this.arriving = on;
    document.documentElement.toggleAttribute("data-dpviz-arriving", on);
  }

  #restored() {
    this.ready = true;
    if (this.arriving) this.#arrive(false);
    this.#changed();
  }

  #changed() {
    if (this.#next && !this.#owing && this.kernel === "fine") {
      const next = this.#next;
      this.#next = null;
      this.#page?.send({ kind: "go", ...next });
      this.expect(); // which calls this again
      return;
    }
    if (!this.busy && this.kernel === "fine") this.#early.settle(this.#sliders, this.bus);
    if (!this.busy) {
      clearInterval(this.#suspicion);
      this.#suspicion = null;
    } else this.#suspicion ??= setInterval(() => this.#askForKernel(), PATIENCE);
    for (const listener of [...this.#listeners]) listener();
  }
}
