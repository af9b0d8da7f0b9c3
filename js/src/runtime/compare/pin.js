// Pin: the present frame stays on a picture as a ghost while sliders move, with its state and the difference in words.
import { make, setText } from "../dom.js";
import { decode, figureAt, pick } from "../frames.js";
import { withParameter, writeQuery } from "../url.js";
import { difference } from "./difference.js";
import { widen } from "./ghost.js";
import { Overlay } from "./overlay.js";
import { queryAt, saidBeside } from "./state.js";

const LONGEST = 2000; // characters of a pin in an address

/** The tool of a chart; see chart_tools.js. */
export function addPin(chart) {
  const { lesson } = chart;
  const key = `pin.${chart.name}`;
  const button = make("button", { type: "button", class: "dpv-button", "aria-pressed": "false", text: "Pin" });
  const status = make("span", { class: "dpv-hidden", role: "status" });
  const at = make("p", { class: "dpv-pin-at" });
  const before = make("p");
  const change = make("p", { class: "dpv-pin-change" });
  const note = make("div", { class: "dpv-pin", hidden: true }, at, " ", before, " ", change);
  chart.tools.append(button, status);
  chart.sentence.after(note);
  let asked = false; // for the pin of the address
  let overlay = null;
  let pin = null;
  let left = ""; // the sentence that the difference was made from
  let told = null; // the block that the pin's words were chosen beside

  const set = (block, frame) => {
    unset();
    const tracks = decode(block.motion ?? [], block.values.length);
    const figure = figureAt(block.figure, tracks, frame);
    const moving = new Set(tracks.filter(({ path }) => path[0] === "data").map(({ path }) => path[1]));
    pin = chart.pinned = { figure, moving, sentence: pick(block.sentences, frame), query: queryAt(block, frame) };
    pin.words = () => `${["Pinned", saidBeside(block, frame, chart.block).join(", ")].filter(Boolean).join(" at ")}.`;
    setText(before, pin.sentence);
    button.setAttribute("aria-pressed", "true");
    note.hidden = false;
    overlay = new Overlay(chart.plot);
    pin.draw = (on, look = chart.theme, config = undefined) => on.draw(figure, still, look, config);
    chart.adapt = (shown) => widen(shown, figure, movesAxis);
    chart.redraw();
    return pin.words();
  };
  const unset = () => {
    if (!pin) return;
    pin = chart.pinned = null;
    overlay.clear();
    button.setAttribute("aria-pressed", "false");
    note.hidden = true;
    left = "";
    told = null;
    chart.adapt = (shown) => shown;
    chart.redraw();
  };
  // The picture has this trace too, and it stays as it is.
  const still = (index) => {
    const moves = chart.tracks.some(({ path }) => path[0] === "data" && path[1] === index);
    return !moves && !pin.moving.has(index) && JSON.stringify(chart.block.figure.data[index]) === JSON.stringify(pin.figure.data[index]);
  };
  const movesAxis = (name) => chart.tracks.some(({ path }) => path[0] === "layout" && path[1] === name);
  const follow = () => {
    if (!pin) return restore();
    pin.draw(overlay);
    if (told !== chart.block) setText(at, pin.words());
    told = chart.block;
    const now = chart.sentence.textContent;
    if (now === left) return;
    left = now;
    const parts = difference(pin.sentence, now);
    // What differs is told in numbers: the sentence that was pinned stands there only if other words differ.
    before.hidden = parts.length > 0 || now === pin.sentence;
    change.replaceChildren(...(parts.length ? [make("strong", { text: "Difference: " }), ...parts.map(shown)] : []));
  };
  // A picture made in stages takes too long to be brought back by a link.
  const remember = (query) => {
    if (!lesson.app || !chart.name || chart.progress) return;
    writeQuery(withParameter(location.search, key, query));
  };
  const restore = () => {
    if (asked || !lesson.app || !lesson.restored || !chart.block || chart.stale || lesson.kernel !== "fine") return;
    asked = true;
    const query = new URLSearchParams(location.search).get(key);
    if (query === null) return;
    const peeked = query.length > LONGEST || chart.progress ? Promise.resolve({}) : lesson.peek(query, chart.name);
    peeked.then(({ block }) => {
      if (pin) return; // the reader was faster
      if (block?.figure) set(block, block.start);
      else if (lesson.kernel === "fine") remember(null);
    });
  };
  button.addEventListener("click", () => {
    lesson.heldSliders.settleOthers(null); // the address has the state that the pin was taken in
    if (pin) {
      unset();
      remember(null);
      setText(status, "No longer pinned.");
    } else if (chart.block && !chart.stale) {
      setText(status, set(chart.block, chart.wanted));
      remember(pin.query);
    }
  });
  chart.drawn.add(follow);
  const unsubscribe = lesson.subscribe(restore);
  return () => {
    unsubscribe();
    overlay?.clear();
  };
}

function shown(part) {
  if (typeof part === "string") return part;
  const { from, to, by } = part;
  return make("span", { class: "dpv-pin-number", text: `${from} → ${to}${by ? ` (${by})` : ""}`.replaceAll(" %", "\u00a0%") });
}
