// A QR code as SVG: dark on white whatever the theme is, with the quiet zone that readers need.
import encodeQR from "qr";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // modules

/** The path of the dark modules of a matrix, one rectangle for each run in a row. */
export function outline(rows) {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`;
    }
  });
  return path;
}

/** The code of a text; null if it is too long for one. */
export function qrCode(text, label) {
  const rows = matrix(text);
  if (!rows) return null;
  const svg = shape("svg", { viewBox: `0 0 ${rows.length} ${rows.length}`, class: "dpv-qr", role: "img", "aria-label": label });
  svg.append(
    shape("rect", { width: rows.length, height: rows.length, fill: "#ffffff" }),
    shape("path", { d: outline(rows), fill: "#000000", "shape-rendering": "crispEdges" }),
  );
  return svg;
}

function matrix(text) {
  for (const ecc of /** @type {const} */ (["medium", "low"])) {
    try {
      return encodeQR(text, "raw", { ecc, border: QUIET });
    } catch {
      // Too much for this one.
    }
  }
  return null;
}

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
