// What was drawn for the predictions of a lesson, kept in this browser beside what was answered.
import { keep, keptJson } from "../../shared/storage.js";
import { Progress } from "../contents/progress.js";

const store = () => localStorage;
const lesson = () => document.documentElement.dataset.dpvizLesson ?? location.pathname;
const key = () => `dpviz.drawn.1.${lesson()}`;

/** What was drawn for one that was answered, `{values, numbers}` along its slider, null in a gap; or null. */
export function drawnOf(name) {
  if (!new Progress(lesson()).answered.has(name)) return null;
  const { values, numbers } = keptJson(store, key())?.[name] ?? {};
  const numeric = (list) => Array.isArray(list) && list.every((one) => one === null || Number.isFinite(one));
  return numeric(values) && numeric(numbers) && values.length === numbers.length ? { values, numbers } : null;
}

/** Keep it; undefined: forget it. */
export function keepDrawn(name, drawn) {
  keep(store, key(), JSON.stringify({ ...keptJson(store, key()), [name]: drawn }));
}
