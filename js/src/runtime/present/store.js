// Where the page's lecture is: in the link, kept in this browser, shipped with the notebook, or else its steps in order.
import { keep, kept } from "../../shared/storage.js";
import { check, packed, read, unpacked, written } from "./lecture.js";

const KEY = `dpviz-lecture:${location.pathname}`;

/** What the notebook brings, or the page itself: a scene for each step that has something to show. */
export function shipped(steps) {
  const given = read(document.getElementById("dpviz-lecture")?.textContent ?? "");
  if (given) return given;
  const scenes = steps.map(({ section, name }) => ({ section, name }));
  return check({ title: document.querySelector("h1")?.textContent ?? document.title, scenes });
}

export class LectureStore {
  constructor(steps) {
    this.steps = steps;
    this.lecture = read(kept(() => localStorage, KEY)) ?? shipped(steps);
    /** Whether it is the lecturer's own. */
    this.own = kept(() => localStorage, KEY) !== null;
  }

  /** The lecture of the page's link, if there is one. Resolves to what to say of it, or "". */
  async follow() {
    const code = new URLSearchParams(location.hash.slice(1)).get("lecture");
    if (code === null) return "";
    const lecture = await unpacked(code);
    if (!lecture) return "The link of this page carries no lecture that can be read.";
    this.lecture = lecture;
    return `The link of this page brings a lecture: ${lecture.title}.`;
  }

  /** Keep the lecture as it is now; false if the browser does not. */
  save(lecture) {
    this.lecture = lecture;
    this.own = true;
    return keep(() => localStorage, KEY, written(lecture));
  }

  /** Back to the one that the notebook brings. */
  forget() {
    this.lecture = shipped(this.steps);
    this.own = false;
    keep(() => localStorage, KEY, null);
  }

  /** A link to the page that carries the lecture behind its "#", which no server sees; null: too long. */
  async link() {
    const code = await packed(this.lecture);
    return code && `${location.origin}${location.pathname}#lecture=${code}`;
  }
}
