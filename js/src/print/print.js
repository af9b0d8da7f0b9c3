// The page on paper: every picture drawn as it stands, light and as wide as the sheet, with its parameters in words.
import { make } from "../dom.js";
import { presentAddress } from "../share/address.js";

const SHEET = 660; // px between the margins of A4 or Letter; what is left over is made up by scaling
const LETTERS = 0.85; // of 16 px
const LATER = "This picture takes a while to compute. Scroll to it, and print again when it is there.";

/** Get ready before each printing, and back afterwards. `lessons()`: those of this page. */
export function followPrinting(lessons) {
  let undo = [];
  const back = () => undo.splice(0).forEach((step) => step());
  window.addEventListener("beforeprint", () => {
    back();
    undo = [...lessons()].flatMap((lesson) => [...lesson.charts.values()].map(onPaper));
    undo.push(...[...document.querySelectorAll(".dpv-choice select")].map(inWords), addAddress());
  });
  window.addEventListener("afterprint", back);
}

function onPaper(chart) {
  if (!chart.block) {
    const note = make("p", { class: "dpv-on-paper", text: LATER });
    chart.plot.after(note);
    return () => note.remove();
  }
  const { fixed } = chart;
  chart.drawAs({ width: SHEET, scale: LETTERS, colours: {} });
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
