// The numbers of a picture as a CSV file: RFC 4180, with what it is in lines that begin with #.
import { pick } from "../frames.js";

// As tables write them: −0.5, 1,753, 3.1e-7, 12 %.
const NUMERIC = /^[-−+]?(\d{1,3}(,\d{3})+|\d*)(\.\d+)?(e[-+]?\d+)?(\s?%)?$/i;

/** One cell. What a spreadsheet would run as a formula becomes a text; a number keeps its sign, as a plain one. */
export function cell(text) {
  const numeric = /\d/.test(text) && NUMERIC.test(text);
  const safe = numeric ? text.replace("−", "-") : /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A whole file. `about`: lines on what it is; `rows`: lists of cells. */
export function csv(about, columns, rows) {
  const lines = [...about.map((line) => `# ${line.replace(/\s+/g, " ")}`), ...[columns, ...rows].map((row) => row.map(cell).join(","))];
  return `${lines.join("\r\n")}\r\n`;
}

/** The table of a block at frame `i`. */
export function presentTable({ table }, i) {
  return { columns: table.columns, rows: pick(table.rows, i) };
}

/** The tables of all frames under each other, the slider's value in the first column. */
export function everyTable({ axis, values, table }) {
  const rows = values.flatMap((value, i) => pick(table.rows, i).map((row) => [String(value), ...row]));
  return { columns: [axis.split(".").at(-1), ...table.columns], rows };
}

/** Whether the table differs from frame to frame. */
export const moves = ({ table }) => table.rows.length > 1;
