// Texts with gaps: the code of a picture, and the formulas of its card.

import { setText } from "./dom.js";

/** Fill `{name}` in a text; `{{` and `}}` are braces; a gap nobody fills stays as it is. */
export function fill(text, slots) {
  return text.replace(/\{\{|\}\}|\{([A-Za-z_]\w*)\}/g, (found, name) => {
    if (found === "{{") return "{";
    if (found === "}}") return "}";
    return name in slots ? slots[name] : found;
  });
}

/** The slots of frame `i`: name -> text. */
export function slotsAt(slots, i) {
  const texts = {};
  for (const [name, list] of Object.entries(slots ?? {})) texts[name] = list.length === 1 ? list[0] : list[i];
  return texts;
}

/** Put the texts into every element that carries a `data-slot`. */
export function fillElements(root, texts) {
  for (const element of root.querySelectorAll("[data-slot]")) {
    const text = texts[element.getAttribute("data-slot")];
    if (text !== undefined) setText(element, text);
  }
}
