// What the reader has seen of each lesson: written by the lessons' pages, kept in this browser only.
import { PREFIX } from "../runtime/contents/progress.js";
import { keptJson } from "../shared/storage.js";

function said(lesson) {
  const { says } = keptJson(() => localStorage, PREFIX + lesson) ?? {};
  return typeof says === "string" ? says : "";
}

/** Every key of what a reader has done: also in notebooks that have no card, and whether predictions are skipped. */
function keys() {
  try {
    return Object.keys(localStorage).filter((key) => /^dpviz\.(progress|predictions)\./.test(key));
  } catch {
    return [];
  }
}

const forget = document.querySelector(".gallery-forget");

function show() {
  for (const line of document.querySelectorAll(".gallery-progress")) {
    const text = said(line.dataset.lesson);
    line.textContent = text ? `So far: ${text}.` : "";
    line.hidden = !text;
  }
  forget.hidden = keys().length === 0;
}

forget.querySelector("button").addEventListener("click", () => {
  for (const key of keys()) localStorage.removeItem(key);
  show();
  document.querySelector(".gallery-forgotten").textContent = "Forgotten.";
  document.querySelector("main").focus({ preventScroll: true }); // its button is gone
});
show();
// Coming back from a lesson, and from one in another tab.
addEventListener("pageshow", show);
addEventListener("storage", show);
