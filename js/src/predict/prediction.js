// A curve that the reader draws along a slider, before the truth is drawn over it.
import { make } from "../dom.js";

export function renderPrediction({ model, el }) {
  el.replaceChildren(make("div", { class: "dpviz dpv-question" }, make("p", { text: model.get("prompt") })));
  return () => {};
}
