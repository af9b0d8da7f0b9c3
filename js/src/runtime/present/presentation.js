// The page as slides: one scene a screen, by keys, a clicker or the hand.
import { keep, keptJson } from "../../shared/storage.js";
import { make, setText } from "../dom.js";
import { ScenePrefetch } from "./prefetch.js";
import { helpDialog } from "./help.js";
import { keyOf } from "./keys.js";
import { Pointer } from "./pointer.js";
import { ScenesDialog } from "./scenes.js";
import { LectureStore } from "./store.js";
import { Speaker } from "./speaker.js";
import { Stage, stepOf, stepsOf } from "./stage.js";
import { Cover } from "./cover.js";

const SESSION = `dpviz-present:${location.pathname}`;
const LEAST = 24; // px: what the last row of a hall reads
const NARROW = 700; // px: no hall looks at a window as narrow as that

export class Presentation {
  index = 0;
  on = false;
  #asked = 0; // scenes asked for: an answer to an older one is of no interest
  #typed = "";
  #back = null;
  #dialog = null;
  #clear = [];

  constructor({ lesson }) {
    this.lesson = lesson;
    this.main = document.querySelector("main");
    this.store = new LectureStore(stepsOf(this.main));
    this.prefetch = new ScenePrefetch(lesson, (scene) => this.#pictureOf(scene));
    this.live = make("p", { class: "dpv-hidden", role: "status" });
    this.where = make("span", { class: "dpvp-where" });
    this.message = make("section", { class: "dpvp-message", "aria-label": "Message", hidden: true });
    this.black = make("div", { class: "dpvp-black", hidden: true, on: { click: () => this.#blacken(false) } });
    this.pointer = new Pointer();
    this.cover = new Cover((focused) => {
      if (focused) this.#focusStage();
      this.#covered();
      this.#say("The picture is shown.");
    });
    this.actions = this.#actions();
    this.bar = this.#bar();
    this.layer = make("div", { class: "dpviz dpvp" }, this.message, this.bar, this.live, this.black, this.pointer.element);
    this.stage = new Stage({ least: () => (innerWidth < NARROW ? 0 : LEAST), kept: [this.layer] });
    this.speaker = new Speaker(this);
    this.news = this.store.follow().then((said) => {
      if (said && this.on) this.restart(0);
      return said;
    });
  }

  get scenes() {
    return this.store.lecture?.scenes ?? [];
  }

  get scene() {
    return this.scenes[this.index];
  }

  /** Begin where the reader is, or where the presentation was left. */
  async start({ focus = document.activeElement, resumed = false } = {}) {
    if (this.on || !this.scenes.length) return;
    this.on = true;
    this.#back = { focus };
    const here = this.#inView();
    document.documentElement.classList.add("dpvp-on");
    const unveil = this.lesson.veils.hold(); // a cover of its own asks
    document.body.append(this.layer);
    const key = (event) => this.#key(event);
    const wheel = (event) => event.target.closest?.("input, select") && event.preventDefault();
    addEventListener("keydown", key, true);
    addEventListener("wheel", wheel, { capture: true, passive: false });
    const sized = new ResizeObserver(() => this.#measure());
    sized.observe(this.bar);
    this.#clear = [
      unveil,
      () => removeEventListener("keydown", key, true),
      () => removeEventListener("wheel", wheel, { capture: true }),
      () => sized.disconnect(),
    ];
    this.#measure();
    const at = this.scenes.findIndex(({ section }) => section === here);
    const first = resumed || (here && this.scene?.section === here) ? this.index : Math.max(0, at);
    // What the reader has set stays; the page's own values give way to the scene's.
    this.show(first, { state: !resumed && this.lesson.query === "" });
    this.#focusStage();
    this.speaker.tell();
  }

  /** The page again, at the section that was shown. */
  leave() {
    if (!this.on) return;
    this.on = false;
    this.#asked += 1;
    const step = this.#stepOf(this.scene);
    this.cover.clear();
    this.#blacken(false);
    this.pointer.on = false;
    this.#dialog?.close();
    this.stage.clear();
    this.layer.remove();
    document.documentElement.classList.remove("dpvp-on", "dpvp-prose", "dpvp-card");
    for (const clear of this.#clear.splice(0)) clear();
    keep(() => sessionStorage, SESSION, null);
    step?.scrollIntoView();
    const { focus } = this.#back;
    // The reader goes on from the section; what had the focus has it again if it is in it, or opened the mode.
    focus?.focus?.({ preventScroll: true });
    this.speaker.tell();
  }

  next() {
    if (this.cover.down) this.cover.lift();
    else this.#go(this.index + 1);
  }

  previous() {
    this.#go(this.index - 1);
  }

  #go(index) {
    if (!this.scenes.length) return;
    this.#blacken(false);
    const to = Math.min(this.scenes.length - 1, Math.max(0, index));
    if (to !== this.index) this.show(to);
    else this.#say(index > to ? "This is the last scene." : "This is the first scene.");
  }

  /** Show a scene. `state: false` leaves the page's values as they are; so does `cover: false` its picture. */
  show(index, { state = true, cover = true } = {}) {
    this.index = index;
    this.#asked += 1;
    const asked = this.#asked;
    const { scene } = this;
    const step = this.#stepOf(scene);
    const chart = this.#chartOf(step);
    this.cover.clear();
    this.stage.show(step, chart);
    this.message.hidden = step !== null;
    if (!step) setText(this.message, `This scene shows “${scene.section}”, and this page has no such section. Go on with Page Down.`);
    if (cover && scene.cover && chart) this.cover.drop(step, chart, this.#turn);
    if (!this.layer.contains(document.activeElement)) this.#focusStage();
    const place = `Scene ${index + 1} of ${this.scenes.length}`;
    setText(this.where, `${index + 1} / ${this.scenes.length} · ${scene.name}`);
    this.list.setAttribute("aria-label", `${place}: ${scene.name}. All scenes`);
    this.#say(`${place}: ${scene.name}`);
    this.#covered();
    this.#remember();
    this.speaker.tell();
    const there = state && step && scene.state !== null ? this.#setState(scene, asked) : Promise.resolve();
    this.#prefetchAround(asked, there);
  }

  /** Bring the present scene back to how it was planned. */
  again() {
    this.show(this.index);
  }

  // The page in a scene's state: at once if that was asked for before, else as soon as the kernel says what it is.
  #setState(scene, asked) {
    const picture = this.#pictureOf(scene);
    const known = this.prefetch.known(scene);
    const there = this.lesson.go(scene.state, picture, known);
    if (!known) {
      this.prefetch.coming(scene)?.then((answer) => {
        if (answer && asked === this.#asked && this.lesson.busy) this.lesson.paint(picture, answer);
      });
    }
    return there;
  }

  // What a click may want next is asked for now, and the next scene's step drawn behind the present one.
  async #prefetchAround(asked, there) {
    const next = this.scenes[this.index + 1];
    const around = [next, this.scenes[this.index - 1], this.scenes[this.index + 2]].filter(Boolean);
    this.prefetch.keep([this.scene, ...around]);
    const [answer] = await Promise.all([next && this.prefetch.ask(next), there, ...around.map((scene) => this.prefetch.ask(scene))]);
    if (asked !== this.#asked || !this.on) return;
    this.prefetch.ask(this.scene); // for whoever comes back
    const step = next ? this.#stepOf(next) : null;
    this.stage.prepare(step, this.#chartOf(step));
    this.speaker.preview(answer ?? null);
  }

  // How often the section was covered before the present scene.
  get #turn() {
    return this.scenes.slice(0, this.index).filter(({ section, cover }) => cover && section === this.scene.section).length;
  }

  #stepOf(scene) {
    return scene ? stepOf(this.main, scene.section) : null;
  }

  #chartOf(step) {
    return (step?.dataset.picture && this.lesson.charts.get(step.dataset.picture)) || null;
  }

  #pictureOf(scene) {
    return this.#chartOf(this.#stepOf(scene))?.name ?? "";
  }

  // The section that the reader looks at: the last that begins above the middle of the window.
  #inView() {
    const begun = stepsOf(this.main).filter(({ step }) => step.getBoundingClientRect().top < innerHeight / 2);
    // At the top of the page a lecture begins with its first scene.
    return scrollY < 8 ? "" : (begun.at(-1)?.section ?? "");
  }

  #remember() {
    keep(() => sessionStorage, SESSION, JSON.stringify({ index: this.index }));
  }

  /** After a reload of a page that was presenting: go on there. */
  resume() {
    const index = keptJson(() => sessionStorage, SESSION)?.index;
    if (!Number.isInteger(index)) return;
    this.news.then(async () => {
      if (this.on || !this.scenes[index]) return;
      this.index = index;
      await this.start({ focus: null, resumed: true });
    });
  }

  // Words and focus ----------------------------------------------------------------------------------------

  #say(text) {
    setText(this.live, text);
  }

  // To the scene's title: a control has the focus only where somebody gave it to it.
  #focusStage() {
    this.where.focus({ preventScroll: true });
  }

  #measure() {
    document.documentElement.style.setProperty("--dpvp-bar", `${this.bar.offsetHeight}px`);
  }

  #blacken(black) {
    this.black.hidden = !black;
    this.#say(black ? "The screen is black." : this.live.textContent);
  }

  #toggle(name) {
    document.documentElement.classList.toggle(name);
    dispatchEvent(new Event("resize"));
  }

  // What can be done ---------------------------------------------------------------------------------------

  #actions() {
    const show = (dialog) => (this.#dialog = dialog);
    return [
      { keys: ["Page Down"], says: "Next scene", run: () => this.next() },
      { keys: ["Page Up"], says: "Previous scene", run: () => this.previous() },
      { keys: ["Home", "End"], says: "First scene", run: () => this.#go(0) },
      { keys: ["number", "Enter"], says: "Scene of that number" },
      { keys: ["r"], says: "Scene as planned", run: () => this.again() },
      { keys: ["v"], says: "Show or cover the picture", run: () => this.turnCover() },
      { keys: ["n"], says: "Text of the section", run: () => this.#toggle("dpvp-prose") },
      { keys: ["t"], says: "Theorem", run: () => this.#toggle("dpvp-card") },
      { keys: ["o"], says: "All scenes", run: () => show(new ScenesDialog(this).open()) },
      { keys: ["k"], says: "Keep this state as a scene", run: () => this.keepState() },
      { keys: ["s"], says: "Speaker’s view", run: () => this.speaker.open() },
      { keys: ["b", "."], says: "Black screen", run: () => this.turnBlack() },
      { keys: ["l"], says: "Light at the pointer", run: () => (this.pointer.on = !this.pointer.on) },
      { keys: ["f"], says: "Full screen", run: () => this.#fullScreen() },
      { keys: ["?"], says: "These keys", run: () => show(helpDialog(this.actions)) },
      { keys: ["Escape", "p"], says: "Leave", run: () => this.leave() },
    ];
  }

  #key(event) {
    // A dialog has its keys to itself.
    if (document.querySelector("dialog[open]")) return;
    const key = event.key === "Enter" && this.#typed ? "Enter" : keyOf(event);
    if (!key) return;
    if (/^\d$/.test(key)) {
      this.#typed = (this.#typed + key).slice(-3);
      return;
    }
    const typed = this.#typed;
    this.#typed = "";
    if (key === "Enter") {
      if (!typed) return;
      this.#go(Number(typed) - 1);
    } else if (key === "End") this.#go(this.scenes.length - 1);
    else {
      const names = { PageDown: "Page Down", PageUp: "Page Up" };
      const action = this.actions.find(({ keys }) => keys.includes(names[key] ?? key));
      if (!action?.run) return;
      action.run();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  turnCover() {
    if (this.cover.down) {
      this.cover.lift();
      return;
    }
    const step = this.#stepOf(this.scene);
    const chart = this.#chartOf(step);
    if (!chart) return;
    this.cover.drop(step, chart, this.#turn);
    this.#covered();
    this.#say("The picture is covered.");
  }

  turnBlack() {
    this.#blacken(this.black.hidden);
  }

  /** What the lecturer has to know and the hall need not. */
  tell(text) {
    this.message.hidden = false;
    setText(this.message, text);
    this.#say(text);
  }

  /** What the notebook says to whoever lectures: HTML of its own cells. */
  notes() {
    const step = this.#stepOf(this.scene);
    return [...(step?.querySelectorAll("template.dpviz-notes") ?? [])].map((one) => one.innerHTML).join("");
  }

  #covered() {
    this.lift.hidden = !this.cover.down;
  }

  #fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => this.#say("This browser allows no full screen here."));
  }

  #bar() {
    const button = (text, run, options = {}) =>
      make("button", { type: "button", class: "dpv-button", text, ...options, on: { click: run } });
    this.list = button("", () => (this.#dialog = new ScenesDialog(this).open()), { class: "dpv-button dpvp-list-button" });
    this.list.append(this.where);
    this.lift = button("Show", () => this.cover.lift(), { "aria-label": "Show the picture", hidden: true });
    this.where.tabIndex = -1;
    return make(
      "nav",
      { class: "dpvp-bar", "aria-label": "Presentation" },
      button("◀", () => this.previous(), { "aria-label": "Previous scene" }),
      button("▶", () => this.next(), { "aria-label": "Next scene" }),
      this.list,
      this.lift,
      button("?", () => (this.#dialog = helpDialog(this.actions)), { "aria-label": "Keys and what else can be done" }),
      button("✕", () => this.leave(), { "aria-label": "Leave the presentation" }),
    );
  }

  // The lecture --------------------------------------------------------------------------------------------

  /** The section and the state on screen become a scene after the present one. */
  async keepState() {
    this.lesson.heldSliders.settleOthers(null);
    await this.lesson.settled();
    const scene = { ...this.scene, state: this.lesson.query, cover: false, note: "", minutes: 0, name: `${this.scene.name}, kept` };
    this.change([...this.scenes.slice(0, this.index + 1), scene, ...this.scenes.slice(this.index + 1)], this.index + 1);
    this.#say(`StartCache as scene ${this.index + 1}: ${scene.name}`);
  }

  /** Another list of scenes; the one at `index` is shown from now on. False if the browser does not keep it. */
  change(scenes, index = this.index) {
    const saved = this.store.save({ ...this.store.lecture, scenes });
    this.restart(index);
    return saved;
  }

  /** The lecture is another: show what is at `index`, and leave the page's values. */
  restart(index = this.index) {
    this.prefetch.forget();
    this.show(Math.max(0, Math.min(index, this.scenes.length - 1)), { state: false, cover: false });
  }
}
