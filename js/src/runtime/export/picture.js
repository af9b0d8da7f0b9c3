// A picture as a file: drawn once more, in light colours, as wide as a slide wants it, with what it is around it.
import toSVG from "plotly.js/src/snapshot/tosvg";
import { make } from "../dom.js";
import { fit } from "../figure.js";
import { figureAt } from "../frames.js";
import { Overlay } from "../compare/overlay.js";
import { clear, drawWhole } from "../plot.js";
import { spelt } from "../typeset.js";
import { about } from "./about.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 960; // px
const EDGE = 16;
const LIGHT = { name: "light", colours: {} };
const STILL = { staticPlot: true, _exportedPlot: true }; // paths into the file itself and not into the page

/** The chart's present frame as the text of an SVG file. */
export async function svgOf(chart, frame) {
  const family = getComputedStyle(chart.root).fontFamily;
  const place = { width: WIDTH, height: undefined, scale: 1, family, colours: {} };
  const host = make("div", { class: "dpviz", "aria-hidden": "true", style: `position:fixed;left:-9999px;top:0;width:${WIDTH}px` });
  const plot = make("div");
  host.append(plot);
  document.body.append(host);
  const over = chart.pinned ? new Overlay(plot) : null;
  try {
    const drawing = drawWhole(plot, fit(chart.adapt(figureAt(chart.block.figure, chart.tracks, frame)), place), STILL);
    // Drawn again where labels need more room than there was: this is said when all of that is done.
    await new Promise((done) => plot.on("plotly_afterplot", done));
    await drawing; // it has one thing more to tell the plot, which must still be one
    if (over) await chart.pinned.draw(over, LIGHT, STILL);
    const height = plot._fullLayout.height;
    const layers = [plot, over?.element].filter(Boolean).map((element) => parse(toSVG(element, "svg")));
    return composed(layers, { height, family, lines: about(chart, frame, { pinned: true }), says: chart.sentence.textContent });
  } finally {
    over?.clear();
    clear(plot);
    host.remove();
  }
}

const parse = (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Title above, state and address below, on white.
function composed(layers, { height, family, lines, says }) {
  const [title, ...notes] = lines.map((line) => (/^https?:/.test(line) ? line : spelt(line)));
  const head = wrap(title, `600 20px ${family}`).map((text) => ({ text, size: 20, weight: 600, fill: "#1f2933" }));
  const foot = notes.flatMap((note) => wrap(note, `13px ${family}`)).map((text) => ({ text, size: 13, weight: 400, fill: "#52606d" }));
  let y = EDGE;
  const put = ({ text, size, weight, fill }) => {
    y += size * 1.35;
    return element("text", { x: EDGE, y: Math.round(y - size * 0.3), "font-size": size, "font-weight": weight, fill }, text);
  };
  const above = head.map(put);
  const top = y;
  y += height;
  const below = foot.map(put);
  const size = { width: WIDTH, height: Math.ceil(y) + EDGE };
  for (const layer of layers) Object.entries({ x: 0, y: top, width: WIDTH, height }).forEach(([key, value]) => layer.setAttribute(key, value));
  const root = element(
    "svg",
    { xmlns: SVG, ...size, viewBox: `0 0 ${size.width} ${size.height}`, "font-family": family, role: "img" },
    element("title", {}, title),
    element("desc", {}, says),
    element("rect", { ...size, fill: "#ffffff" }),
    ...above,
    ...layers.map((layer) => document.importNode(layer, true)),
    ...below,
  );
  return new XMLSerializer().serializeToString(root);
}

/** A text in lines that are no wider than the file. */
function wrap(text, font) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const lines = [];
  for (const word of text.split(" ").flatMap((long) => long.match(/.{1,100}/gu) ?? [])) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= WIDTH - 2 * EDGE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** An SVG text as a PNG, `scale` times as many pixels as it is wide and high. */
export async function pngOf(svg, scale = 2) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make("canvas", { width: scale * image.width, height: scale * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"));
}
