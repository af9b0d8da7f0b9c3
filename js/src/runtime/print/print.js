// The page on paper: every picture drawn as it stands, light and as wide as the sheet, with its parameters in words.
import { make } from "../dom.js";
import { presentAddress } from "../share/address.js";

const SHEET = 660; // px between the margins of A4 or Letter; what is left over is made up by scaling
const LETTERS = 0.85; // of 16 px
const FIRST = 220; // px: the picture that begins the page has what its words leave of the first sheet
const LATER = "This picture takes a while to compute. Scroll to it, and print again when it is there.";
const STALE = "This picture was not drawn again since its parameters changed. It is being drawn now: print again.";

/** Get ready before each printing, and back afterwards. `lessons()`: those of this page. */
export function followPrinting(lessons) {
  let undo = [];
  const back = () => undo.splice(0).forEach((step) => step());
  window.addEventListener("beforeprint", () => {
    back();
    const held = [...lessons()].map((lesson) => lesson.veils.hold());
    undo = [...lessons()].flatMap((lesson) => [...lesson.charts.values()].map(onPaper)).concat(held);
    for (const lesson of lessons()) drawAll(lesson);
    undo.push(...[...document.querySelectorAll(".dpv-choice select")].map(inWords), addAddress());
  });
  window.addEventListener("afterprint", back);
  // Who prints by the keyboard gives them a moment before the dialogue is there.
  window.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if (key === "p" && (ctrlKey || metaKey)) for (const lesson of lessons()) drawAll(lesson);
  });
}

/** Pictures that nobody was near since a change are asked for: the next printing has them. A link is a change, too. */
function drawAll(lesson) {
  lesson.inView.want(...[...lesson.charts.values()].filter(({ stale }) => stale || !lesson.restored).map(({ name }) => name));
}

function onPaper(chart) {
  if (!chart.block || chart.stale) {
    const note = make("p", { class: "dpv-on-paper", text: chart.block ? STALE : LATER });
    chart.plot.after(note);
    chart.plot.hidden = true;
    return () => {
      note.remove();
      chart.plot.hidden = false;
    };
  }
  const { fixed } = chart;
  chart.drawAs({ width: SHEET, scale: LETTERS, colours: {}, ...(chart.bare && { height: FIRST }) });
  const layers = [...chart.plot.querySelectorAll(".main-svg")];
  const { width, height } = chart.plot.querySelector(".main-svg")?.attributes ?? {};
  if (!width) return () => chart.drawAs(fixed);
  // What has a size in px grows and shrinks with the sheet.
  for (const layer of layers) layer.setAttribute("viewBox", `0 0 ${width.value} ${height.value}`);
  chart.plot.style.aspectRatio = `${width.value} / ${height.value}`;
  return () => {
    for (const layer of layers) layer.removeAttribute("viewBox");
    chart.plot.style.aspectRatio = "";
    chart.drawAs(fixed);
  };
}

function inWords(select) {
  const words = make("span", { class: "dpv-on-paper dpv-value", text: select.selectedOptions[0]?.textContent ?? "" });
  select.parentElement.querySelector(".dpv-head").append(words);
  return () => words.remove();
}

function addAddress() {
  const line = make("p", { class: "dpv-on-paper dpv-printed", text: `${document.title}. In this state: ${presentAddress(location.hash.slice(1))}` });
  document.querySelector("main")?.append(line);
  return () => line.remove();
}
