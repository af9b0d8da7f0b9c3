// Save …: what can be taken away from a picture, as files and on the clipboard.
import { copyText } from "../details.js";
import { make, setText } from "../dom.js";
import { save } from "../download.js";
import { alone } from "../embed/frame.js";
import { fill, slotsAt } from "../slots.js";
import { megabytes } from "../upload.js";
import { about, addressOf, fileName } from "./about.js";
import { csv, everyTable, moves, presentTable } from "./csv.js";
import { pngOf, svgOf } from "./picture.js";

const file = (parts, type) => new Blob(parts, { type });
const sheet = (chart, frame, { columns, rows }) => file(["\ufeff", csv(about(chart, frame), columns, rows)], "text/csv;charset=utf-8");
const code = ({ block }, frame) => fill(block.code, slotsAt(block.slots, frame));
const has = { table: ({ block }) => Boolean(block.table?.columns?.length), code: ({ block }) => Boolean(block.code) };

// What is written on each button, whether a chart has it, and what makes it: `{ending, blob}`, or words to be said.
/** @type {[string, (chart: any) => boolean, (chart: any, frame: number) => any][]} */
const ITEMS = [
  ["Picture, PNG", () => true, async (chart, frame) => [".png", await pngOf(await svgOf(chart, frame))]],
  ["Picture, SVG", () => true, async (chart, frame) => [".svg", file([await svgOf(chart, frame)], "image/svg+xml")]],
  ["Numbers, CSV", has.table, (chart, frame) => [".csv", sheet(chart, frame, presentTable(chart.block, frame))]],
  [
    "Numbers at every step of the slider, CSV",
    (chart) => has.table(chart) && moves(chart.block),
    (chart, frame) => ["-steps.csv", sheet(chart, frame, everyTable(chart.block))],
  ],
  ["Code, .py", has.code, (chart, frame) => [".py", file([...about(chart, frame).map((line) => `# ${line}\n`), "\n", code(chart, frame), "\n"], "text/x-python")]],
  ["Copy the code", has.code, async (chart, frame) => ((await copyText(code(chart, frame))) ? "Copied." : "It could not be copied.")],
  [
    "A page to drag without any server, HTML",
    ({ lesson }) => lesson.canSave,
    async (chart) => {
      const { bytes, problem } = await chart.lesson.save(chart.name, addressOf(chart));
      return bytes ? [".html", file([bytes], "text/html")] : (problem ?? "It could not be made: nothing is computed behind this page just now.");
    },
  ],
];

/** The tool of a chart; see chart_tools.js. One alone in a frame of somebody's page has none. */
export function addSave(chart) {
  if (alone()) return;
  const items = make("div", { class: "dpv-save", role: "group", "aria-label": "Save this picture" });
  const said = make("p", { class: "dpv-said", role: "status" });
  let busy = false;

  const fill = () => {
    setText(said, "");
    if (chart.block) items.replaceChildren(...ITEMS.filter(([, there]) => there(chart)).map(item));
  };
  const item = ([text, , work]) => make("button", { type: "button", class: "dpv-button", text, on: { click: () => take(work) } });
  const take = async (work) => {
    if (busy) return;
    busy = true;
    setText(said, "Being made …");
    try {
      const made = await work(chart, chart.wanted);
      if (Array.isArray(made)) {
        const [ending, blob] = made;
        save(fileName(chart, ending), blob);
        setText(said, `${fileName(chart, ending)}, ${megabytes(blob.size)}.`);
      } else setText(said, made);
    } catch (error) {
      console.error(error);
      setText(said, "This could not be saved.");
    }
    busy = false;
  };
  chart.folds.add("Save …", make("div", {}, items, said), fill);
}
