// The way into the presentation from a page: a button among its tools, and a key.
import { make } from "../dom.js";
import { helpDialog } from "./help.js";
import { keyOf } from "./keys.js";
import { Presentation } from "./presentation.js";

/** For a page of ours: put the button into its tools, and listen for the keys. Returns what clears it away. */
export function offerPresentation({ lesson, tools }) {
  if (!document.querySelector("main .dpviz-step")) return () => {};
  const presentation = new Presentation({ lesson });
  lesson.presentation = presentation;
  const start = () => presentation.start();
  const button = make("button", { type: "button", class: "dpv-button", text: "Present", title: "One scene a screen (key p; ? lists the keys)", on: { click: start } });
  tools.prepend(button);
  const here = [
    { keys: ["p"], says: "Present", run: () => presentation.start() },
    { keys: ["Enter"], says: "On a slider: type its value" },
    { keys: ["?"], says: "These keys" },
  ];
  const key = (event) => {
    if (presentation.on || document.querySelector("dialog[open]")) return;
    const pressed = keyOf(event);
    if (pressed === "p") presentation.start();
    else if (pressed === "?") helpDialog([...here, ...presentation.actions.filter(({ keys }) => !keys.includes("?")).map((action) => ({ ...action, run: null }))]);
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", key);
  // The charts come after the page's head.
  const ready = new MutationObserver(() => {
    if (document.documentElement.dataset.dpvizReady === undefined) return;
    ready.disconnect();
    presentation.resume();
  });
  ready.observe(document.documentElement, { attributes: true });
  if (document.documentElement.dataset.dpvizReady !== undefined) presentation.resume();
  return () => {
    removeEventListener("keydown", key);
    ready.disconnect();
    presentation.leave();
    button.remove();
  };
}
