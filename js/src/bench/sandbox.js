// Where a reader's code runs: Python in a worker, and its picture, in a frame that has an origin of its own. What is in
// there, code of a stranger's link perhaps, can neither ask an address, nor read what this site keeps, nor reach this
// page, but by messages, of which this page believes nothing.

import { StartCache } from "../worker/start_cache.js";

const STUCK = 20_000; // ms without an answer: the code is stopped from outside
const OFTEN = 1000; // ms between questions
const HIGHEST = 4000; // px of the frame
const LONGEST = 20_000; // characters of a text
const KEPT = ["memory", "bytecode"]; // of one start for the next

const text = (value) => String(value ?? "").slice(0, LONGEST);

export class Sandbox {
  #config;
  #hear;
  #place;
  #blobs = null;
  #frame = null;
  #ready = false;
  #clean = false; // whether nothing in there has seen any code of the reader's
  #wanted = null; // the code to be run once Python is there
  #asked = 0; // when the question was asked that has no answer yet

  /** `hear(kind, value)`: "starting", "ready", "failed"; "wrong" {line, says}, "told" {…}, "done"; "stopped" and why. */
  constructor(place, config, hear) {
    this.#place = place;
    this.#config = config;
    this.#hear = hear;
    addEventListener("message", ({ source, data }) => {
      if (this.#frame && source === this.#frame.contentWindow && data !== null && typeof data === "object") this.#receive(data);
    });
    setInterval(() => this.#look(), OFTEN);
  }

  /** Fetch what is needed, once, and begin. */
  async open() {
    this.#hear("starting");
    try {
      this.#blobs ??= Object.fromEntries((await Promise.all([...this.#fetched(), ...this.#before()])).filter(([, blob]) => blob));
      this.#begin();
    } catch (error) {
      console.error(error);
      this.#hear("failed");
    }
  }

  #fetched() {
    return Object.entries(this.#config.files).map(async ([name, address]) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return [name, await answer.blob()];
    });
  }

  /** What a lesson's worker has left for the next start. */
  #before() {
    const { loader, ...files } = this.#config.files;
    const cache = new StartCache({ ...files, pyodide: new URL(".", new URL(loader, location.href)).href });
    return KEPT.map(async (name) => [name, await cache.get(name).then((bytes) => bytes && new Blob([bytes]))]);
  }

  #begin() {
    this.#end();
    const frame = document.createElement("iframe");
    frame.title = "What the bench sees";
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = this.#config.frame;
    frame.style.visibility = "hidden"; // its panel is there before there is anything to see
    this.#frame = frame;
    this.#clean = true;
    this.#asked = 0;
    this.#place.replaceChildren(frame);
  }

  #end() {
    this.#frame?.remove(); // and with it the worker, whatever that does
    this.#frame = null;
    this.#ready = false;
  }

  run(code) {
    this.#wanted = code;
    if (this.#ready) this.#send();
  }

  /** Whatever the code has done to Python is over with it: another one begins. */
  stop() {
    this.#wanted = null;
    if (this.#ready) this.#again("");
    else this.#hear("stopped", "");
  }

  #send() {
    this.#clean = false;
    this.#post({ run: this.#wanted });
    this.#wanted = null;
  }

  #post(message) {
    this.#frame?.contentWindow?.postMessage(message, "*"); // it has no origin that could be named
  }

  /** One question at a time: is anybody there? */
  #look() {
    if (!this.#ready) return; // what does not begin says so
    const now = performance.now();
    if (this.#asked) {
      if (now - this.#asked > STUCK) this.#again("stuck");
    } else {
      this.#asked = now;
      this.#post({ ping: true });
    }
  }

  #again(why) {
    this.#hear("stopped", why);
    this.open();
  }

  #receive(data) {
    if (data.frame) this.#post({ files: this.#blobs, theme: document.documentElement.dataset.dpvizTheme });
    else if (data.flood || data.dead) {
      if (this.#ready) this.#again(data.flood ? "flood" : "dead");
      else this.#hear("failed");
    }
    else if (data.pong) {
      this.#asked = 0;
      if (!this.#ready) {
        this.#ready = true;
        this.#hear("ready");
        if (this.#wanted !== null) this.#send();
      }
    } else if (Number.isFinite(data.height)) this.#frame.style.height = `${Math.min(Math.max(data.height, 0), HIGHEST)}px`;
    else if (data.kept) {
      const { name, content } = data.kept;
      if (!this.#clean || !KEPT.includes(name)) return;
      if (content instanceof Blob) this.#blobs[name] = content;
      else delete this.#blobs[name];
    } else if (data.shown) this.#frame.style.visibility = "";
    else if (data.wrong) {
      const line = Math.trunc(Number(data.wrong.line)) || 0;
      this.#hear("wrong", { line, says: text(data.wrong.says) });
      if (!line) this.open(); // not in the code's own lines: who knows what it has done to Python
    }
    else if (data.told) this.#hear("told", { test: text(data.told.test), refuted: data.told.refuted === true, done: data.told.done === true });
  }
}
