// A figure for the last row: what large letters need is taken from what says the same twice.
import { thinTicks } from "../figure.js";
import { WIDE, wrapped } from "../wrapped.js";

const STRONGER = 1.6; // than on the page: lines and points
const FEW = 8; // categories
const AIRY = 1.5; // of a number's size, from one to the next

/** Change a fitted figure in place. */
export function forProjector({ layout, data = [] }, arrange = () => {}) {
  const { width, height, margin } = layout;
  strengthen(data, layout.shapes);
  const across = width - margin.l - margin.r;
  const axes = Object.entries(layout).filter(([name]) => /^[xy]axis\d*$/.test(name)).map(([name, axis]) => ({ name, side: name[0], axis }));
  dropRepeated(axes.filter(({ side }) => side === "x"), layout);
  for (const words of layout.annotations ?? []) {
    if (words.showarrow === false && words.xref === "paper" && words.xanchor === "left") {
      words.text = wrapped(words.text, across * (1 - (words.x ?? 0)), words.font?.size ?? layout.font.size);
      words.align ??= "left";
    }
  }
  arrange(); // with the titles that are left
  const up = height - margin.t - margin.b;
  for (const { name, side, axis } of axes) {
    const size = axis.title?.font?.size ?? layout.font.size;
    wholeDecades(axis);
    if (side === "x") nameCategories(axis, data.filter((trace) => (trace.xaxis ?? "x") === name.replace("axis", "")));
    if (side === "y") lower(axis, up, axis.tickfont?.size ?? layout.font.size, layout);
    if (side === "x") thin(axis, share(axis) * across, axis.tickfont?.size ?? layout.font.size);
    if (axis.title?.text) axis.title.text = wrapped(axis.title.text, share(axis) * (side === "x" ? across : up), size);
  }
}

const share = ({ domain: [low, high] = [0, 1] }) => high - low;

/** Points and lines as large beside its letters as they are on the page. */
function strengthen(data, shapes = []) {
  for (const owner of [...data, ...data.map(({ marker }) => marker ?? {}), ...shapes]) if (owner.line?.width) owner.line.width *= STRONGER;
  for (const { marker } of data) {
    if (typeof marker?.size === "number") marker.size *= STRONGER;
    else if (Array.isArray(marker?.size)) marker.size = marker.size.map((size) => size * STRONGER);
  }
}

// Between the powers of ten plotly writes a small 2 and 5: those that stand alone are written whole, others go.
function wholeDecades(axis) {
  if (axis.type !== "log" || axis.tickvals || typeof axis.dtick === "number" || !axis.range) return;
  const [low, high] = [Math.min(...axis.range), Math.max(...axis.range)];
  if (high - low > 1.5) {
    axis.dtick = Math.ceil((high - low) / 6);
    return;
  }
  const decades = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, index) => 10 ** (Math.floor(low) + index));
  axis.tickvals = decades.flatMap((power) => [power, 2 * power, 5 * power]);
}

// Categories are named by their data: they become ticks with names, as many as fit, or plotly would stand them upright.
function nameCategories(axis, traces) {
  if (axis.tickvals || (axis.type && axis.type !== "category") || axis.showticklabels === false) return;
  const places = traces.map(({ x }) => x).filter((x) => Array.isArray(x) && x.length > 0);
  const named = places.find((x) => x.every((one) => typeof one === "string" && !/^-?\d+(\.\d+)?$/.test(one)));
  if (!named && axis.type !== "category") return;
  const names = [...new Set(named ?? places.flat().map(String))];
  if (names.length <= FEW) return; // each of them counts
  Object.assign(axis, { tickvals: names, ticktext: [...names] });
}

// Of named ticks as many as stand side by side.
function thin(axis, room, size) {
  const { tickvals, ticktext } = axis;
  if (!Array.isArray(ticktext) || ticktext.length !== tickvals?.length) return;
  const longest = Math.max(...ticktext.map((text) => String(text).replace(/<[^>]*>/g, "").length));
  const every = Math.ceil(((longest * WIDE + 0.6) * size * ticktext.length) / room);
  axis.tickangle = 0;
  if (every < 2) return;
  axis.tickvals = tickvals.filter((_, index) => index % every === 0);
  axis.ticktext = ticktext.filter((_, index) => index % every === 0);
}

// In a low panel: fewer numbers, and no title that is longer than it is high where a heading says the same.
function lower(axis, up, size, { annotations = [] }) {
  const room = share(axis) * up;
  const most = Math.max(2, Math.floor(room / (AIRY * size)));
  if (Array.isArray(axis.tickvals)) thinTicks(axis, up, size, AIRY);
  else if (axis.type !== "category" && axis.dtick === undefined) axis.nticks = Math.min(axis.nticks || most, most);
  const longest = Math.max(...(axis.title?.text ?? "").replace(/<[^>]*>/g, "").split(" ").map((word) => word.length));
  const top = axis.domain?.[1];
  const headed = annotations.some(({ yref, y }) => yref === "paper" && y >= top && y < top + 0.1);
  if (headed && longest * WIDE * size > room) axis.title = { text: "" };
}

// Of panels above each other with the same axis the lowest one names it.
function dropRepeated(axes, layout) {
  const floor = ({ axis }) => layout[`yaxis${(axis.anchor ?? "y").slice(1)}`]?.domain?.[0] ?? 0;
  const look = ({ axis }) => JSON.stringify([axis.title?.text, axis.range, axis.tickvals, axis.ticktext, axis.type, axis.domain]);
  for (const one of axes) {
    const lower = axes.some((other) => other !== one && look(other) === look(one) && floor(other) < floor(one));
    if (lower && one.axis.title?.text) Object.assign(one.axis, { title: { text: "" }, showticklabels: false });
  }
}
