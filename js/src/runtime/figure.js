// From a scene's figure to what is drawn here: this page's width, letter size and theme; no zooming by accident.
import { recolour } from "./theme.js";
import { WIDE, wrapped } from "./wrapped.js";

const NARROW = 480; // px, a phone
const TIGHTER = 0.85; // what is between panels, where they are squeezed
const LINE = 1.3; // of their size, from line to line of letters
const LEAST = 0.6; // of its own height, what a figure is never lower than
const MOST = 1.3; // and never higher than, whatever room there is
const KEY = 56; // px, what stands before a name in a legend, and after it
const SMALLEST = 0.8; // of its size, what the title of a low panel's axis may be
const TICK = 1.15; // of a number's size, from one to the next
const BESIDE = 16; // px, that it may be longer than its panel

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
  layout.height = height ?? heightOf(figure, scale, { width });
  layout.autosize = false;
  layout.dragmode = false;
  const margin = marginOf(layout, letters, narrow);
  layout.margin = margin;
  const inside = heightOf(figure, scale) - margin.t - margin.b;
  // What stands left of an axis often takes more than the margin.
  const more = narrow ? breakHeadings(layout, 0.8 * (width - margin.l - margin.r), inside) : 0;
  const is = layout.height - margin.t - margin.b;
  squeeze(layout, inside + more, is);
  if (!least) {
    fitTitles(layout, is, narrow ? width - margin.l - margin.r : Infinity);
    for (const [name, axis] of Object.entries(layout)) if (/^yaxis\d*$/.test(name)) thinTicks(axis, is, layout.font.size);
  }
  layout.xaxis ??= {};
  layout.yaxis ??= {};
  // Margins grow to what stands beside an axis: no number of it ends outside, and to look for one costs a third of a drawing.
  for (const name of Object.keys(layout)) if (/^[xy]axis\d*$/.test(name)) Object.assign(layout[name], { fixedrange: true, ticklabeloverflow: "allow" });
  return { data, layout };
}

function marginOf({ margin = {} }, letters, narrow) {
  const made = Object.fromEntries(Object.entries({ l: 64, r: 16, t: 32, b: 56, ...margin }).map(([side, px]) => [side, px * letters]));
  return narrow ? { ...made, l: Math.min(made.l, 48), r: Math.min(made.r, 10) } : made;
}

/**
 * Height in px of a figure's place, known before anything is drawn: its own, or what there is `room` for, but not so
 * little that nothing could be read, and at a `width` no more than its panels can fill. `least`: where it stands
 * beside its words, and takes all the room.
 */
export function heightOf(figure, scale, { room = Infinity, least = 0, width = Infinity } = {}) {
  const most = filled(figure, scale, width);
  const own = ownOf(figure, scale);
  if (least) return Math.round(Math.max(least, Math.min(own * MOST, room, most)));
  return Math.round(Math.min(Math.max(Math.min(own, room), readable(figure, scale)), most));
}

const ownOf = ({ layout }, scale) => (layout?.height ?? 380) * scale;

/** The height in px below which a figure is hard to read. */
export const readable = (figure, scale) => ownOf(figure, scale) * LEAST;

/**
 * The height in px at which panels with one scale for both axes fill a width, if they are all in one row.
 * @param {{data?: any[], layout?: any}} figure
 */
function filled({ data = [], layout = {} }, scale, width) {
  const axes = Object.entries(layout).filter(([name]) => /^yaxis\d*$/.test(name)).map(([, axis]) => axis);
  if (width === Infinity || axes.length === 0 || !axes.every(({ scaleanchor }) => scaleanchor)) return Infinity;
  const domains = axes.map(({ domain = [0, 1] }) => domain);
  if (joined(domains).length > 1 || new Set(domains.map(String)).size > 1) return Infinity;
  const narrow = width < NARROW;
  const size = 15 * (narrow ? scale * 0.88 : scale);
  const { l, r, t, b } = marginOf(layout, size / 15, narrow);
  const across = width - l - r;
  const span = ([low, high]) => Math.abs(high - low);
  const heights = axes.map(({ range, scaleanchor, domain = [0, 1] }) => {
    const below = layout[`xaxis${scaleanchor.slice(1)}`];
    return (across * span(below.domain ?? [0, 1]) * span(range)) / span(below.range) / span(domain);
  });
  const names = layout.showlegend === false ? [] : data.filter(({ name, showlegend }) => name && showlegend !== false).map(({ name }) => name);
  const rows = Math.ceil(names.reduce((sum, name) => sum + KEY + WIDE * size * name.length, 0) / across);
  return Math.max(...heights) + t + b + Math.max(0, rows - 1) * LINE * size;
}

/** Make titles of axes smaller, break or drop them where they are longer than their panel: `up` px are all panels, `across` their width. */
export function fitTitles(layout, up, across) {
  for (const [name, axis] of Object.entries(layout)) {
    const text = axis.title?.text;
    if (!/^[xy]axis\d*$/.test(name) || !text) continue;
    const [low, high] = axis.domain ?? [0, 1];
    const upright = name[0] === "y";
    const room = upright ? (high - low) * up + BESIDE : (high - low) * across;
    const size = axis.title.font?.size ?? layout.font.size;
    const length = (words) => Math.max(...words.replace(/<(?!br)[^>]*>/g, "").split("<br>").map((line) => line.length)) * WIDE * size;
    if (length(text) <= room) continue;
    // One that stands under a panel which is not the lowest has one line.
    const lowest = upright || (layout[`yaxis${(axis.anchor ?? "y").slice(1)}`]?.domain?.[0] ?? 0) === 0;
    const broken = length(text) * SMALLEST > room && lowest ? wrapped(text, room / SMALLEST, size) : text;
    const share = Math.max(SMALLEST, Math.min(1, room / length(broken)));
    if (upright && length(broken) * share > room) axis.title.text = "";
    else axis.title = { ...axis.title, text: broken, font: { ...axis.title.font, size: size * share } };
  }
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

/** Leave out numbers of an upright axis that would stand in each other: `up` px are all panels. */
export function thinTicks(axis, up, size, tick = TICK) {
  const [low, high] = axis.domain ?? [0, 1];
  const most = Math.max(2, Math.floor(((high - low) * up) / ((axis.tickfont?.size ?? size) * tick)) + 1);
  const { tickvals, ticktext = tickvals } = axis;
  if (!Array.isArray(tickvals)) {
    const [from, to] = axis.range ?? [];
    const count = typeof axis.dtick === "number" && axis.type !== "category" ? Math.abs(to - from) / axis.dtick : 0;
    if (count > most) axis.dtick *= Math.ceil(count / most);
    // Left alone, Plotly writes five numbers however low a panel is.
    if (axis.dtick === undefined && axis.type !== "category" && most < 5) axis.nticks = most;
    return;
  }
  const every = Math.ceil((tickvals.filter((value) => within(axis, value)).length - 1) / (most - 1));
  if (every < 2 || !Array.from(ticktext).every((text) => /^[^a-z]*\d[^a-z]*$/i.test(text))) return; // words are not left out
  axis.tickvals = tickvals.filter((_, index) => index % every === 0);
  axis.ticktext = ticktext.filter((_, index) => index % every === 0);
}

function within({ type, range }, value) {
  if (!range) return true;
  const at = type === "log" ? Math.log10(value) : value;
  return at >= Math.min(...range) && at <= Math.max(...range);
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
