// The second window: what to say now, the clock, what comes next, the list. It shows what the hall's page tells it.
import { nearest } from "../bus.js";
import { make, setText } from "../dom.js";
import { fit } from "../figure.js";
import { decode, figureAt } from "../frames.js";
import { drawWhole } from "../plot.js";
import { DARK } from "../theme.js";
import { typing } from "./keys.js";
import { clock } from "./lecture.js";

const SILENCE = 5000; // ms without a word from the page before that is said

export function startSpeakerView() {
  const asked = new URLSearchParams(location.hash.slice(1));
  document.documentElement.dataset.dpvizTheme = asked.get("theme") === "dark" ? "dark" : "light";
  const id = asked.get("id");
  if (!id) return;
  const view = new SpeakerView(new BroadcastChannel(`dpviz-present-${id}`));
  document.querySelector("main").replaceChildren(view.root);
}

class SpeakerView {
  #said = null;
  #heard = 0;

  constructor(channel) {
    this.channel = channel;
    const button = (text, kind, options = {}) => make("button", { type: "button", class: "dpv-button", text, ...options, on: { click: () => this.#ask(kind) } });
    this.state = make("p", { class: "dpvs-state", role: "status" });
    this.title = make("h1");
    this.notes = make("div", { class: "dpvs-notes", tabindex: "0", role: "region", "aria-label": "What to say now" });
    this.time = make("span", { class: "dpvs-time" });
    this.elapsed = make("span", { class: "dpvs-time" });
    this.plan = make("p", { class: "dpvs-plan" });
    this.pause = button("Pause", "pause");
    this.upcoming = make("h2");
    this.preview = make("div", { class: "dpvs-preview", "aria-hidden": "true" });
    this.list = make("ol", { class: "dpvs-list" });
    this.cover = button("Cover or show the picture", "cover");
    this.root = make(
      "div",
      { class: "dpviz dpvs" },
      make(
        "section",
        { "aria-label": "Now" },
        this.state,
        this.title,
        make("div", { class: "dpvp-row" }, button("◀ Previous", "previous"), button("Next ▶", "next", { class: "dpv-button dpv-primary" }), this.cover, button("Black", "black")),
        this.notes,
      ),
      make(
        "section",
        { "aria-label": "Time and what comes" },
        make("div", { class: "dpvp-row" }, this.time, this.elapsed, this.pause, button("Reset", "reset")),
        this.plan,
        this.upcoming,
        this.preview,
        this.list,
      ),
    );
    channel.onmessage = ({ data }) => data?.kind === "shown" && this.#show(data);
    addEventListener("keydown", (event) => this.#key(event));
    setInterval(() => this.#tick(), 500);
    this.#ask("hello");
  }

  #ask(kind, rest = {}) {
    this.channel.postMessage({ kind, ...rest });
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
    const kind = { PageDown: "next", PageUp: "previous", b: "black", ".": "black", v: "cover" }[event.key];
    if (!kind) return;
    event.preventDefault();
    this.#ask(kind);
  }

  #show(said) {
    const before = this.#said;
    this.#said = said;
    this.#heard = Date.now();
    const { scenes, index } = said;
    setText(this.title, scenes[index]?.name ?? "");
    // Our own notebook's cells, as the page has them; what a lecture brings along is text.
    const own = new DOMParser().parseFromString(said.notes, "text/html").body.childNodes;
    const note = said.note ? [make("p", { class: "dpvs-note", text: said.note })] : [];
    const words = [...note, ...own];
    this.notes.replaceChildren(...(words.length ? words : [make("p", { text: "No notes for this scene." })]));
    setText(this.upcoming, scenes[index + 1] ? `Next: ${scenes[index + 1].name}` : "This is the last scene.");
    setText(this.pause, said.clock.since === null ? "Go on" : "Pause");
    this.#list(scenes, index);
    if (JSON.stringify(before?.preview?.value) !== JSON.stringify(said.preview?.value) || before?.preview?.block?.title !== said.preview?.block?.title) this.#draw(said.preview);
    this.#tick();
  }

  #list(scenes, index) {
    const focused = [...this.list.children].findIndex((item) => item.contains(document.activeElement));
    this.list.replaceChildren(
      ...scenes.map(({ name, minutes }, at) => {
        const text = `${at + 1}. ${name}${minutes ? ` · ${minutes} min` : ""}`;
        const jump = make("button", { type: "button", class: "dpv-button dpvp-jump", text, "aria-current": at === index ? "step" : null, on: { click: () => this.#ask("go", { index: at }) } });
        return make("li", { class: at === index ? "dpvp-here" : null }, jump);
      }),
    );
    if (focused >= 0) this.list.children[Math.min(focused, scenes.length - 1)].firstChild.focus();
  }

  #draw(preview) {
    this.preview.replaceChildren();
    if (!preview) return;
    const { block, value } = preview;
    const frame = value === undefined ? block.start : nearest(block.values, value);
    const place = make("div");
    this.preview.append(place);
    const colours = document.documentElement.dataset.dpvizTheme === "dark" ? DARK : {};
    const family = getComputedStyle(this.root).fontFamily;
    const tracks = decode(block.motion ?? [], block.values.length);
    drawWhole(place, fit(figureAt(block.figure, tracks, frame), { width: this.preview.clientWidth, height: 260, scale: 0.8, colours, family }));
  }

  #tick() {
    const now = Date.now();
    setText(this.time, new Date(now).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
    if (!this.#said) return;
    const { clock: run, scenes, index, spent, on } = this.#said;
    const seconds = run.elapsed + (run.since === null ? 0 : (now - run.since) / 1000);
    setText(this.elapsed, clock(seconds));
    const planned = scenes.slice(0, index + 1).reduce((sum, { minutes }) => sum + minutes, 0);
    const total = scenes.reduce((sum, { minutes }) => sum + minutes, 0);
    const here = (spent[index] ?? 0) + (run.since === null ? 0 : (now - this.#heard) / 1000);
    setText(this.plan, total ? `This scene: ${clock(here)} of ${clock(60 * scenes[index].minutes)}. To its end: ${clock(60 * planned)} planned of ${clock(60 * total)}.` : `This scene: ${clock(here)}.`);
    setText(this.state, on ? `Scene ${index + 1} of ${scenes.length}` : "The page is not in its slides just now: any button here brings them back.");
    if (now - this.#heard > SILENCE) this.#ask("hello");
    if (now - this.#heard > 3 * SILENCE) setText(this.state, "The page does not answer. Open it again in its window: this one will find it.");
  }
}
