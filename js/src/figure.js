// From a scene's figure to what is drawn here: this page's width, letter size and theme; no zooming by accident.
import { recolour } from "./theme.js";

const NARROW = 480; // px, a phone

/** A figure (a fresh copy, changed in place) made fit for its place. `scale`: the page's letters / 16 px. */
export function fit(figure, { width, scale, colours, family, height }) {
  const narrow = width < NARROW;
  const letters = narrow ? scale * 0.88 : scale;
  const { data, layout } = recolour(scaleFonts(figure, letters), colours);
  layout.font = { family, size: 15 * letters, color: recolour("#1f2933", colours), ...layout.font };
  layout.paper_bgcolor ??= "rgba(0,0,0,0)";
  layout.plot_bgcolor ??= "rgba(0,0,0,0)";
  layout.width = width;
  layout.height = height ?? heightOf(figure, scale);
  layout.autosize = false;
  layout.dragmode = false;
  const margin = { l: 64, r: 16, t: 32, b: 56, ...layout.margin };
  for (const side of Object.keys(margin)) if (typeof margin[side] === "number") margin[side] *= letters;
  if (narrow) Object.assign(margin, { l: Math.min(margin.l, 48), r: Math.min(margin.r, 10) });
  layout.margin = margin;
  layout.xaxis ??= {};
  layout.yaxis ??= {};
  for (const name of Object.keys(layout)) if (/^[xy]axis\d*$/.test(name)) layout[name].fixedrange = true;
  return { data, layout };
}

/** Height in px of a figure's place, known before anything is drawn. */
export function heightOf(figure, scale) {
  return Math.round((figure.layout?.height ?? 380) * scale);
}

// Sizes of letters are written for a root letter of 16 px.
function scaleFonts(value, scale, key = "") {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) {
    value.forEach((item) => scaleFonts(item, scale));
    return value;
  }
  if (/font$/i.test(key) && typeof value.size === "number") value.size *= scale;
  for (const [name, item] of Object.entries(value)) scaleFonts(item, scale, name);
  return value;
}
