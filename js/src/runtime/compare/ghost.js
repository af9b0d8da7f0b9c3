// A pinned frame as a ghost of itself: thin lines, hollow points, bars and cells in outline, no words, no colour of
// areas. It is a figure of its own that lies on the picture and has the picture's axes. In one figure with the picture
// its bars would push those of the picture aside (where they stand in groups) or stand on them (where they are
// stacked), and every frame of a drag would draw it again.
import { recolour } from "../theme.js";

const INK = "#1f2933";
const CARD = "#ffffff";
const AXIS = /^[xy]axis\d*$/;
const CLEAR = "rgba(0,0,0,0)";
const LINE = { color: INK, width: 1.5, dash: "4px,3px" };

/** "x2" -> "xaxis2", "" -> "xaxis". */
const nameOf = (id, letter) => `${letter}axis${(id ?? letter).slice(1)}`;

/**
 * What is drawn of a pinned figure over a picture: `{data, layout}`. `full` is the picture's layout as it is drawn,
 * `still` says of a trace (by its index) that the picture has it too and it does not move.
 */
export function ghost(figure, full, still, colours) {
  const there = ({ xaxis, yaxis }) => full[nameOf(xaxis, "x")] && full[nameOf(yaxis, "y")];
  const data = figure.data.flatMap((trace, index) => (there(trace) ? faint(trace, still(index)) : []));
  const { l, r, t, b } = full._size;
  const layout = {
    width: full.width,
    height: full.height,
    margin: { l, r, t, b, pad: full.margin.pad, autoexpand: false },
    paper_bgcolor: CLEAR,
    plot_bgcolor: CLEAR,
    showlegend: false,
    hovermode: false,
  };
  for (const name of ["barmode", "bargap", "bargroupgap"]) if (figure.layout[name] !== undefined) layout[name] = figure.layout[name];
  for (const [name, axis] of Object.entries(full)) if (AXIS.test(name)) layout[name] = same(axis);
  layout.shapes = figure.data.flatMap((trace, index) => (trace.type === "heatmap" && there(trace) && !still(index) ? border(trace) : []));
  return recolour({ data, layout }, colours);
}

/** What tells one place of a picture from another: a ghost is drawn again when it has changed. */
export function placeOf(full) {
  const axes = Object.entries(full).filter(([name]) => AXIS.test(name));
  const { l, r, t, b } = full._size;
  return JSON.stringify([full.width, full.height, l, r, t, b, axes.map(([, axis]) => [axis.range, axis.domain, axis._categories])]);
}

function same({ type, range, domain, anchor, overlaying, side, _categories }) {
  const categories = type === "category" ? { categoryorder: "array", categoryarray: [...(_categories ?? [])] } : {};
  return { type, range: [...range], autorange: false, domain: [...domain], anchor, overlaying, side, visible: false, fixedrange: true, ...categories };
}

function faint(trace, still) {
  const quiet = { ...trace, showlegend: false, hoverinfo: "skip", text: undefined, texttemplate: undefined, hovertemplate: undefined };
  if (trace.type === "heatmap") return []; // see border
  if (trace.type === "bar") {
    // One that the picture has too keeps its place in its group.
    return [{ ...quiet, opacity: still ? 0 : 1, error_y: undefined, marker: { color: CLEAR, line: { color: INK, width: 1.5 } } }];
  }
  const mode = (trace.mode ?? "lines").split("+").filter((part) => part !== "text").join("+");
  if (still || !mode) return [];
  const { line = {}, marker = {}, error_y } = trace;
  return [{
    ...quiet,
    mode,
    fill: "none",
    opacity: 0.75,
    line: { ...line, width: Math.min(1.5, line.width || 1) },
    marker: { ...marker, symbol: hollow(marker.symbol ?? "circle"), line: { ...marker.line, width: 1.5 } },
    ...(error_y ? { error_y: { ...error_y, thickness: 1 } } : {}),
  }];
}

/** A symbol of plotly's, or a list of them, without its filling. */
export function hollow(symbol) {
  if (Array.isArray(symbol)) return symbol.map(hollow);
  if (typeof symbol === "number") return symbol % 200 < 100 ? symbol + 100 : symbol;
  return symbol.includes("-open") ? symbol : `${symbol}-open`;
}

// Under a heatmap nothing can be seen, and over it only a line: the border of what is above the middle of its scale.
function border(trace) {
  const path = outline(trace).map(([x0, y0, x1, y1]) => `M${x0},${y0}L${x1},${y1}`).join("");
  const shape = { type: "path", path, xref: trace.xaxis ?? "x", yref: trace.yaxis ?? "y" };
  return path ? [{ ...shape, line: { color: CARD, width: 3.5 } }, { ...shape, line: LINE }] : [];
}

/** The border of a heatmap's cells that are above the middle of its scale, as lines `[x0, y0, x1, y1]`. */
export function outline({ z, x: across, y: up, zmin, zmax }) {
  const numbers = z.flatMap((row) => [...row]).filter((value) => Number.isFinite(value));
  const low = zmin ?? Math.min(...numbers);
  const high = zmax ?? Math.max(...numbers);
  const lines = [];
  const columns = z[0]?.length ?? 0;
  const [xs, ys] = [edges(across, columns), edges(up, z.length)];
  if (!(low < high) || !xs || !ys) return lines;
  const above = (row, column) => Number.isFinite(z[row]?.[column]) && z[row][column] > (low + high) / 2;
  for (let row = 0; row <= z.length; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const here = above(row, column);
      if (row < z.length && here !== above(row, column - 1)) lines.push([xs[column], ys[row], xs[column], ys[row + 1]]);
      if (column < columns && here !== above(row - 1, column)) lines.push([xs[column], ys[row], xs[column + 1], ys[row]]);
    }
  }
  return lines;
}

// Where cells begin and end: half-way between their middles. Null where these are words.
function edges(middles, count) {
  const at = middles ? [...middles] : Array.from({ length: count }, (_, k) => k);
  if (at.some((value) => typeof value !== "number")) return null;
  if (at.length > count) return at;
  const between = at.slice(1).map((value, k) => (value + at[k]) / 2);
  const [first, last] = count > 1 ? [between[0] - at[0], at[count - 1] - between[count - 2]] : [0.5, 0.5];
  return [at[0] - first, ...between, at[count - 1] + last];
}

/** Let the axes of a figure reach as far as those of the pinned one too, where both are fixed. */
export function widen(figure, pinned, moving) {
  for (const [name, axis] of Object.entries(figure.layout)) {
    const other = pinned.layout[name];
    if (!AXIS.test(name) || moving(name) || !axis.range || !other?.range || axis.type !== other.type) continue;
    if (axis.title?.text !== other.title?.text) continue;
    const [[a, b], [c, d]] = [axis.range, other.range];
    if (a < b && c < d) axis.range = [Math.min(a, c), Math.max(b, d)];
    else if (a > b && c > d) axis.range = [Math.max(a, c), Math.min(b, d)];
  }
  return figure;
}
