// Small helpers to build elements. Texts go through textContent only: what a data set says is never markup.

import { parts, spelt } from "./typeset.js";

// What stands in them is code, or nobody's text.
const TYPED = /^(code|pre|style|textarea)$/;

let counter = 0;

/** An id that no other element of the page has. */
export function uniqueId(word) {
  counter += 1;
  return `dpviz-${word}-${counter}`;
}

/** `make("p", {class: "x", text: "…", on: {click}}, child, child)`; an undefined or null attribute is left out. */
export function make(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") setText(element, value);
    else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Set a text, its powers raised, only if it differs, so that screen readers and the layout are left in peace. */
export function setText(element, text) {
  const shown = TYPED.test(element.localName) ? [text] : parts(`${text ?? ""}`);
  if (shown.length > 1 && element.localName === "option") shown.splice(0, Infinity, spelt(text));
  if (element.textContent === shown.join("")) return;
  if (shown.length === 1) element.textContent = shown[0];
  else element.replaceChildren(...shown.map((part, index) => (index % 2 ? make("sup", { text: part }) : part)));
}

const MATHML = "http://www.w3.org/1998/Math/MathML";
const MATH_ATTRIBUTES = new Set(
  ("accent accentunder columnalign columnlines columnspacing data-slot depth display displaystyle fence form height " +
    "largeop linethickness lspace mathvariant maxsize minsize movablelimits rowalign rowlines rowspacing rspace " +
    "scriptlevel separator stretchy symmetric voffset width")
    .split(" "),
);

/** A formula from its MathML text. Only MathML elements and harmless attributes come through. */
export function formula(text) {
  const parsed = new DOMParser().parseFromString(text, "application/xml").documentElement;
  if (parsed.localName !== "math") return make("span", { text: "" });
  return copyMath(parsed);
}

function copyMath(node) {
  const copy = document.createElementNS(MATHML, node.localName);
  for (const { name, value } of node.attributes) if (MATH_ATTRIBUTES.has(name)) copy.setAttribute(name, value);
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.data);
    // maction, semantics' annotations and anything foreign carry links or markup: left out.
    else if (child.nodeType === Node.ELEMENT_NODE && /^m[a-z]+$/.test(child.localName) && child.localName !== "maction") {
      copy.append(copyMath(child));
    }
  }
  return copy;
}
