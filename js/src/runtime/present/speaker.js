// The hall's side of the speaker's view: what the second window is told, and what it asks for.
import { keep, keptJson } from "../../shared/storage.js";

const SESSION = `dpviz-speaker:${location.pathname}`;

export class Speaker {
  #clock = { elapsed: 0, since: null }; // seconds until `since` (ms), when it was started last
  #spent = []; // seconds a scene
  #preview = null;
  #entered = Date.now();
  #shown = -1;

  constructor(presentation) {
    this.presentation = presentation;
    const saved = keptJson(() => sessionStorage, SESSION);
    if (typeof saved?.id === "string" && saved.clock) {
      this.id = saved.id;
      this.#clock = saved.clock;
      this.#spent = saved.spent ?? [];
      this.#connect();
    }
  }

  /** Open the second window. It finds this one by the id in its address, also after a reload. */
  open() {
    this.id ??= crypto.randomUUID?.() ?? `${Math.random()}`.slice(2);
    this.#connect();
    this.#clock.since ??= Date.now();
    const address = new URL("speaker.html", import.meta.url);
    address.search = "";
    address.hash = new URLSearchParams({ id: this.id, theme: document.documentElement.dataset.dpvizTheme }).toString();
    const opened = window.open(address, `dpviz-speaker-${this.id}`, "popup,width=1100,height=760");
    if (!opened) this.presentation.tell("The browser kept the second window back: allow pop-ups for this page, then press s again.");
    this.tell();
  }

  /** Tell the second window what is on the screen. */
  tell() {
    if (!this.channel) return;
    const { presentation } = this;
    this.#book();
    const { scenes, index, on } = presentation;
    this.channel.postMessage({
      kind: "shown",
      title: presentation.store.lecture?.title ?? "",
      on,
      index,
      scenes: scenes.map(({ name, minutes, cover }) => ({ name, minutes, cover })),
      note: presentation.scene?.note ?? "",
      notes: presentation.notes(),
      covered: presentation.cover.down,
      clock: this.#clock,
      spent: this.#spent,
      preview: this.#preview,
    });
    this.#save();
  }

  /** What the next scene will show, or null. */
  preview(known) {
    this.#preview = known ? { block: known.block, value: known.values[known.block.axis] } : null;
    this.tell();
  }

  // What the scene that was shown until now took.
  #book() {
    const now = Date.now();
    const { index, on } = this.presentation;
    if (this.#shown >= 0 && this.#clock.since !== null) {
      this.#spent[this.#shown] = (this.#spent[this.#shown] ?? 0) + (now - this.#entered) / 1000;
    }
    this.#entered = now;
    this.#shown = on ? index : -1;
  }

  #connect() {
    if (this.channel) return;
    this.channel = new BroadcastChannel(`dpviz-present-${this.id}`);
    this.channel.onmessage = ({ data }) => this.#hear(data);
    this.tell();
  }

  #hear(data) {
    const { presentation } = this;
    const asked = {
      hello: () => {},
      next: () => presentation.next(),
      previous: () => presentation.previous(),
      go: () => Number.isInteger(data.index) && presentation.scenes[data.index] && presentation.show(data.index),
      cover: () => presentation.turnCover(),
      black: () => presentation.turnBlack(),
      pause: () => this.#pause(),
      reset: () => this.#reset(),
    };
    if (!Object.hasOwn(asked, data?.kind)) return;
    if (!presentation.on && !["hello", "pause", "reset"].includes(data.kind)) presentation.start();
    else asked[data.kind]();
    this.tell();
  }

  #pause() {
    this.#book();
    const { elapsed, since } = this.#clock;
    this.#clock = since === null ? { elapsed, since: Date.now() } : { elapsed: elapsed + (Date.now() - since) / 1000, since: null };
  }

  #reset() {
    this.#clock = { elapsed: 0, since: this.#clock.since === null ? null : Date.now() };
    this.#spent = [];
    this.#entered = Date.now();
  }

  #save() {
    keep(() => sessionStorage, SESSION, JSON.stringify({ id: this.id, clock: this.#clock, spent: this.#spent }));
  }
}
