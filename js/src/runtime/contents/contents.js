// The page's contents follow the reader: where they are, what they have seen and answered.
import { make, setText } from "../dom.js";
import { onSkipping, skipAll, skipsAll } from "../predict/skipping.js";
import { withParameter } from "../url.js";
import { linked } from "./link.js";
import { Progress } from "./progress.js";
import { current, Dwell, inView, says } from "./reading.js";

const MOMENT = 1500; // ms that a section is in view before it counts as seen
const LINE = 0.3; // of the window: who reads on has their eyes about there
const BLOCKS = ".dpviz-prose, .dpviz-output";

export class Contents {
  #dwell = new Dwell(MOMENT);
  #timer = null;
  #frame = null;

  constructor(main, nav) {
    const lesson = document.documentElement.dataset.dpvizLesson ?? location.pathname;
    this.progress = new Progress(lesson);
    this.main = main;
    this.nav = nav;
    this.details = nav.querySelector("details");
    this.list = nav.querySelector(".dpviz-contents-list");
    this.links = [...nav.querySelectorAll('.dpviz-contents-list a[href^="#"]')];
    this.ids = this.links.map((link) => decodeURIComponent(link.hash.slice(1)));
    this.headings = this.ids.map((id) => document.getElementById(id));
    this.questions = questions();
    this.said = make("p", { class: "dpviz-contents-said" });
    const again = make("button", { type: "button", class: "dpv-button", text: "Ask them again", on: { click: () => skipAll(false) } });
    const skipping = make("p", { class: "dpviz-contents-said" }, "Predictions are skipped. ", make("span", { class: "dpviz" }, again));
    const look = () => (skipping.hidden = !skipsAll());
    onSkipping(look);
    look();
    this.list.append(this.said, skipping);
    for (const link of this.links) {
      link.prepend(make("span", { class: "dpviz-contents-mark", "aria-hidden": "true" }));
      link.append(make("span", { class: "dpv-hidden" }));
    }
    // An overlay goes when its work is done; what stands beside the text stays.
    this.list.addEventListener("click", ({ target }) => target.closest("a") && this.#over() && (this.details.open = false));
    nav.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    document.addEventListener("pointerdown", ({ target }) => !nav.contains(target) && this.#over() && (this.details.open = false));
    addEventListener("scroll", () => this.#soon(), { passive: true });
    addEventListener("resize", () => this.#soon());
    document.addEventListener("visibilitychange", () => this.#soon());
    new ResizeObserver(() => this.#soon()).observe(main);
    this.#show();
    this.#soon();
  }

  /** A question or a prediction was answered. */
  answered(name) {
    if (this.progress.answered.has(name)) return;
    this.progress.answered.add(name);
    this.#show();
  }

  #over() {
    return this.details.open && getComputedStyle(this.list).position === "absolute";
  }

  #close() {
    if (!this.#over()) return;
    this.details.open = false;
    this.details.querySelector("summary").focus();
  }

  #soon() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#look();
    });
  }

  #look() {
    clearTimeout(this.#timer);
    const height = innerHeight;
    const atEnd = scrollY + height >= document.documentElement.scrollHeight - 4 && scrollY > 0;
    const tops = this.headings.map((heading) => heading?.getBoundingClientRect().top ?? Infinity);
    this.#mark(atEnd ? tops.length - 1 : current(tops, LINE * height));
    const blocks = document.visibilityState === "visible" ? this.#blocks() : [];
    const shown = inView(blocks.map(({ box }) => box), height).flatMap((index) => blocks[index].ids);
    const now = performance.now();
    this.#dwell.look([...new Set(shown)], now);
    const fresh = this.#dwell.settled(now).filter((id) => !this.progress.seen.has(id));
    for (const id of fresh) this.progress.seen.add(id);
    if (fresh.length) this.#show();
    if (shown.some((id) => !this.progress.seen.has(id))) this.#timer = setTimeout(() => this.#soon(), MOMENT / 3);
  }

  // What there is to see, with the sections it belongs to: those whose heading is in it, else the one before.
  #blocks() {
    let ids = [];
    return [...this.main.querySelectorAll(BLOCKS)].flatMap((block) => {
      const own = this.ids.filter((_, index) => block.contains(this.headings[index]));
      if (own.length) ids = own;
      return ids.length ? [{ box: block.getBoundingClientRect(), ids: own.length ? own : ids.slice(-1) }] : [];
    });
  }

  #mark(index) {
    if (index === this.index) return;
    this.index = index;
    this.links.forEach((link, i) => (i === index ? link.setAttribute("aria-current", "location") : link.removeAttribute("aria-current")));
    const link = this.links[index];
    if (!link || !this.details.open) return;
    // Scrolls the list and never the page.
    const box = this.list.scrollHeight > this.list.clientHeight ? this.list : this.nav;
    const [place, frame] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
    if (place.top < frame.top || place.bottom > frame.bottom) box.scrollTop += place.top - frame.top - frame.height / 3;
  }

  #show() {
    this.ids.forEach((id, index) => {
      const seen = this.progress.seen.has(id);
      setText(this.links[index].firstChild, seen ? "✓" : "");
      setText(this.links[index].lastChild, seen ? " (seen)" : "");
    });
    const { seen, answered } = this.progress;
    const done = (names) => names.filter((name) => answered.has(name)).length;
    const words = says([
      ["section", this.ids.filter((id) => seen.has(id)).length, this.ids.length],
      ["question", done(this.questions.questions), this.questions.questions.length],
      ["prediction", done(this.questions.predictions), this.questions.predictions.length],
    ]);
    setText(this.said, `${words}. Only this browser keeps this.`);
    if (seen.size || answered.size) this.progress.keep(words);
  }
}

// Their names, as the server wrote them down.
function questions() {
  const { questions = "", predictions = "" } = document.querySelector(".dpviz-contents").dataset;
  const list = (text) => text.split(" ").filter(Boolean);
  return { questions: list(questions), predictions: list(predictions).map((name) => `predict.${name}`) };
}

// Who chose a theme takes it along to the next page.
function keepTheme(event) {
  const link = event.target.closest?.("a[href]");
  const theme = new URLSearchParams(location.search).get("theme");
  if (!link || !theme || link.protocol !== location.protocol || link.origin !== location.origin || link.pathname === location.pathname) return;
  link.search = withParameter(link.search, "theme", theme);
}

let page = null; // resolves to the contents, once there is something to read; to null on a page without

/** Bring a page's contents to life, and give its headings their links. */
export function begin() {
  page ??= there().then(() => {
    const main = document.querySelector("main.dpviz-lesson");
    if (!main) return null;
    for (const press of ["click", "auxclick"]) document.addEventListener(press, keepTheme, true);
    main.querySelectorAll(".dpviz-prose > :is(h2, h3)[id]").forEach(linked);
    const nav = document.querySelector(".dpviz-contents");
    return nav && new Contents(main, nav);
  });
  return page;
}

/** Hear what is answered in a lesson. */
export function follow(lesson) {
  lesson.answered.add((name) => begin().then((contents) => contents?.answered(name)));
}

// All there is to read is in the document before its kernel has done anything; elsewhere wait for its end.
function there() {
  if (globalThis.dpvizPage?.kernel) return globalThis.dpvizPage.kernel;
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
}
