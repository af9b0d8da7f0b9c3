// Who has skipped a few predictions in a row is asked whether to skip them all. Only this browser keeps the answer.
import { keep, kept } from "../../shared/storage.js";
import { make } from "../dom.js";

const KEY = "dpviz.predictions.1";
const ENOUGH = 3; // in a row
const store = () => localStorage;

const listeners = new Set();
let all = kept(store, KEY) === "skip";
let inRow = 0;

/** Whether no prediction is asked before its picture shows. */
export function skipsAll() {
  return all;
}

/** Skip them all from now on, or none. */
export function skipAll(on) {
  all = on;
  inRow = 0;
  keep(store, KEY, on ? "skip" : null);
  for (const hear of [...listeners]) hear();
}

/** Hear when it changes; returns the function that stops it. */
export function onSkipping(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Take note of what became of one: the question to whoever skips them all one by one, or null. `after` its answer. */
export function counted(verdict, after) {
  inRow = verdict === "skipped" ? inRow + 1 : 0;
  if (inRow < ENOUGH || all) return null;
  inRow = 0;
  const answer = (text, on) =>
    make("button", {
      type: "button",
      class: "dpv-button",
      text,
      on: {
        click: () => {
          asked.remove();
          if (on) skipAll(true);
          after();
        },
      },
    });
  const asked = make(
    "div",
    { class: "dpv-skip-all dpv-answer", role: "group", "aria-label": "Predictions" },
    make("p", { role: "status", text: "You have skipped three predictions: show all pictures without asking?" }),
    answer("Skip them all", true),
    answer("Go on asking", false),
  );
  return asked;
}
