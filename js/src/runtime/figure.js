// From a scene's figure to what is drawn here: this page's width, letter size and theme; no zooming by accident.
import { recolour } from "./theme.js";
import { wrapped } from "./wrapped.js";

const NARROW = 480; // px, a phone
const TIGHTER = 0.85; // what is between panels, where they are squeezed
const LINE = 1.3; // of their size, from line to line of letters
const LEAST = 0.6; // of its own height, what a figure is never lower than
const MOST = 1.3; // and never higher than, whatever room there is

/**
 * A figure (a fresh copy, changed in place) made fit for its place. `scale`: the page's letters / 16 px; `height`: what
 * `heightOf` said, or what its place has; `least`: a size in px below which nobody there can read.
 */
export function fit(figure, { width, height, scale, colours, family, least = 0 }) {
  const narrow = width < NARROW;
  const letters = narrow ? scale * 0.88 : scale;
  const { data, layout } = recolour(scaleFonts(figure, letters, least), colours);
  layout.font = { family, size: Math.max(least, 15 * letters), color: recolour("#1f2933", colours), ...layout.font };
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
  const inside = heightOf(figure, scale) - margin.t - margin.b;
  // What stands left of an axis often takes more than the margin.
  const more = narrow ? breakHeadings(layout, 0.8 * (width - margin.l - margin.r), inside) : 0;
  squeeze(layout, inside + more, layout.height - margin.t - margin.b);
  layout.xaxis ??= {};
  layout.yaxis ??= {};
  // Margins grow to what stands beside an axis: no number of it ends outside, and to look for one costs a third of a drawing.
  for (const name of Object.keys(layout)) if (/^[xy]axis\d*$/.test(name)) Object.assign(layout[name], { fixedrange: true, ticklabeloverflow: "allow" });
  return { data, layout };
}

/**
 * Height in px of a figure's place, known before anything is drawn: its own, or what there is `room` for, but not so
 * little that nothing could be read. `least`: where it stands beside its words, and takes all the room.
 */
export function heightOf(figure, scale, room = Infinity, least = 0) {
  const own = (figure.layout?.height ?? 380) * scale;
  if (least) return Math.round(Math.max(least, Math.min(own * MOST, room)));
  return Math.round(Math.max(Math.min(own, room), own * LEAST));
}

/** Make the panels of a figure lower, and what is written between them hardly. `was`, `is`: px of them all. */
export function squeeze(layout, was, is) {
  const axes = Object.keys(layout).filter((name) => /^yaxis\d*$/.test(name) && layout[name].domain);
  if (is >= was || axes.length === 0) return;
  const panels = joined(axes.map((name) => layout[name].domain));
  const covered = panels.reduce((sum, [low, high]) => sum + high - low, 0) * was;
  const gaps = (was - covered) * TIGHTER;
  const share = Math.max(0, is - gaps) / covered;
  const to = (y) => {
    if (y < 0 || y > 1) return y < 0 ? (y * was) / is : 1 + ((y - 1) * was) / is;
    const within = panels.reduce((sum, [low, high]) => sum + Math.max(0, Math.min(y, high) - low), 0) * was;
    return (within * share + (y * was - within) * TIGHTER) / (covered * share + gaps);
  };
  move(layout, to);
}

/** Break headings that are wider than `across`; how many px of lines are added to the `inside` of the figure's margins. */
export function breakHeadings(layout, across, inside) {
  const added = new Map(); // place of a heading -> px
  for (const one of layout.annotations ?? []) {
    if (one.showarrow !== false || one.xref !== "paper" || one.yref !== "paper" || one.xanchor !== "left") continue;
    const size = one.font?.size ?? layout.font.size;
    const text = wrapped(one.text, across * (1 - (one.x ?? 0)), size);
    if (text === one.text) continue;
    const px = LINE * size * (text.split("<br>").length - 1);
    Object.assign(one, { text, align: "left" });
    if (one.y >= 1) layout.margin.t += px;
    else added.set(one.y, Math.max(px, added.get(one.y) ?? 0));
  }
  const above = (y) => [...added].reduce((sum, [place, px]) => sum + (place < y ? px : 0), 0);
  const more = above(Infinity);
  if (more) move(layout, (y) => (y * inside + above(y)) / (inside + more));
  return more;
}

// Panels, and what stands beside them at parts of the height, to other parts of it.
function move(layout, to) {
  for (const [name, axis] of Object.entries(layout)) if (/^yaxis\d*$/.test(name) && axis.domain) axis.domain = axis.domain.map(to);
  for (const one of layout.annotations ?? []) if (one.yref === "paper") one.y = to(one.y);
  for (const one of layout.shapes ?? []) if (one.yref === "paper") Object.assign(one, { y0: to(one.y0), y1: to(one.y1) });
}

// Ranges that overlap made into one.
function joined(ranges) {
  const made = [];
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (made.length && low <= made.at(-1)[1]) made.at(-1)[1] = Math.max(made.at(-1)[1], high);
    else made.push([low, high]);
  }
  return made;
}

// Sizes of letters are written for a root letter of 16 px.
function scaleFonts(value, scale, least, key = "") {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) {
    value.forEach((item) => scaleFonts(item, scale, least));
    return value;
  }
  if (/font$/i.test(key) && typeof value.size === "number") value.size = Math.max(least, value.size * scale);
  for (const [name, item] of Object.entries(value)) scaleFonts(item, scale, least, name);
  return value;
}
