// A legend whose entries flow like words: plotly makes each column as wide as its longest name, often a line an entry.

import { make } from "../dom.js";

const SVG = "http://www.w3.org/2000/svg";
const DASHES = { dash: "8 5", dot: "2.5 4", dashdot: "8 4 2.5 4", longdash: "13 5", longdashdot: "13 4 2.5 4" };
const SHAPES = {
  circle: "M15 9a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
  square: "M15 4h10v10h-10Z",
  diamond: "M20 2l7 7l-7 7l-7 -7Z",
  x: "M16 3l4 4l4 -4l2 2l-4 4l4 4l-2 2l-4 -4l-4 4l-2 -2l4 -4l-4 -4Z",
  star: "M20 2l2 5h5l-4 3.5l1.5 5.5l-4.5 -3.2l-4.5 3.2l1.5 -5.5l-4 -3.5h5Z",
  "triangle-up": "M20 3l6 11h-12Z",
  "triangle-down": "M20 15l6 -11h-12Z",
  "triangle-right": "M26 9l-11 6v-12Z",
  "line-ew": "M13 9h14",
  "line-ns": "M20 2v14",
  "cross-thin": "M13 9h14M20 2v14",
  "x-thin": "M15 4l10 10M25 4l-10 10",
};
const CLEAR = /^rgba\(.*,\s*0\)$/;

/** A name in plotly's markup as a text. */
const bare = (name) => name.replace(/<sup>(.*?)<\/sup>/g, "^($1)").replace(/<[^>]*>/g, " ");

/** The entries of a figure's legend, which is taken out of it; its room goes to the panels. Of others, none. */
export function takeLegend({ data, layout }) {
  const { legend = {}, annotations = [] } = layout;
  const entries = data.filter(({ name, type = "scatter", showlegend }) => name && showlegend !== false && /^(scatter|bar)$/.test(type));
  const flat = legend.orientation === "h" && legend.y >= 1 && layout.showlegend !== false;
  if (!flat || entries.length === 0 || entries.some(({ marker }) => marker?.pattern)) return [];
  const { height, margin, font } = layout;
  const inside = height - margin.t - margin.b;
  const above = annotations
    .filter(({ yref, text }) => yref === "paper" && text)
    .map(({ y, text, font: own }) => (y - 1) * inside + 1.35 * (own?.size ?? font.size) * text.split("<br>").length);
  layout.showlegend = false;
  margin.t = Math.min(margin.t, Math.max(0.7 * font.size, ...above));
  return entries.length === 1 && entries[0].showlegend !== true ? [] : entries;
}

/** The legend on the page, for these traces. */
export function legendOf(entries) {
  return make("p", { class: "dpvp-legend" }, ...entries.map((trace) => make("span", {}, key(trace), make("span", { text: bare(trace.name) }))));
}

/** @param {any} trace */
function key({ type = "scatter", mode = "lines", line = {}, marker = {}, fill, fillcolor, opacity }) {
  const svg = draw("svg", { viewBox: "0 0 40 18", "aria-hidden": "true" });
  const colour = first(marker.color) ?? line.color;
  if (type === "bar") svg.append(draw("path", { d: "M10 2h20v14h-20Z", fill: colour }));
  if (fill && fill !== "none" && fillcolor) svg.append(draw("path", { d: "M3 2h34v14h-34Z", fill: fillcolor }));
  if (type === "scatter" && mode.includes("lines") && line.color && !CLEAR.test(line.color)) {
    const dash = DASHES[line.dash];
    svg.append(draw("path", { d: "M2 9h36", stroke: line.color, "stroke-width": Math.max(2, line.width ?? 2), "stroke-dasharray": dash }));
  }
  if (type === "scatter" && mode.includes("markers")) {
    const symbol = String(first(marker.symbol) ?? "circle");
    const shape = SHAPES[symbol.replace(/-open$/, "")] ?? SHAPES.circle;
    const open = symbol.endsWith("-open");
    svg.append(draw("path", { d: shape, fill: open ? "none" : colour, stroke: open ? colour : undefined, "stroke-width": open ? 2.5 : undefined }));
  }
  if (opacity < 1) svg.style.opacity = Math.max(0.6, opacity);
  return svg;
}

const first = (value) => (Array.isArray(value) || ArrayBuffer.isView(value) ? value[0] : value);

function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  return element;
}
