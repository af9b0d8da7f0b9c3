// Drawing with plotly.js: a whole figure, or only the next frame of it.
import Plots from "plotly.js/src/plots/plots";
import { drawData } from "plotly.js/src/plot_api/subroutines";
import { setPath, updateAt } from "./frames.js";
import Plotly from "./plotly.js";

/** @type {object} */
const CONFIG = { displayModeBar: false, displaylogo: false, responsive: false, scrollZoom: false, showTips: false, doubleClick: false };

/** Draw a whole figure into an element, new or over an older one; resolves when it is there. */
export function drawWhole(element, { data, layout }, config = CONFIG) {
  return Plotly.react(element, data, layout, config);
}

export function clear(element) {
  Plotly.purge(element);
}

/** Move a drawn figure to frame `i`. Everything goes in one redraw. */
export function drawFrame(element, tracks, i, colour) {
  if (marksOnly(element._fullLayout, element._fullData, tracks)) {
    // Axes, legend and margins stay as they are, so plotly's own steps for the marks are enough. It is what
    // `Plotly.update` does too, without the half that draws what has not changed: 9 ms become 4.
    for (const { path, at } of tracks) setPath(element, path, colour(at(i)));
    Plots.supplyDefaults(element);
    Plots.doCalcdata(element);
    drawData(element);
    return;
  }
  const { traces, layout, indices } = updateAt(tracks, i, colour);
  if (indices.length) Plotly.update(element, traces, layout, indices);
  else Plotly.relayout(element, layout);
}

const LOOKS = new Set(["customdata", "hovertext", "line", "marker", "opacity", "text", "textfont", "z"]);
const SHIFTS = new Set(["base", "offset", "width"]);

/** True if what moves are marks, shapes and annotations only, on axes whose range is fixed. */
export function marksOnly(fullLayout, fullData, tracks) {
  return tracks.every(({ path: [part, index, name] }) => {
    if (part === "layout") return index === "shapes" || index === "annotations";
    const trace = fullData[index];
    if (!trace || LOOKS.has(name)) return Boolean(trace);
    const fixed = (letter) => fullLayout[axisName(trace[`${letter}axis`])]?.autorange === false;
    if (SHIFTS.has(name)) return fixed("x") && fixed("y");
    return (name === "x" || name === "y") && fixed(name);
  });
}

// "x2" -> "xaxis2"
function axisName(id) {
  return id ? `${id[0]}axis${id.slice(1)}` : "";
}
