// The runtime: loaded once a page, it renders every dpviz widget. Each widget's own module is a small stub
// that finds this one (see dpviz/widgets/_runtime.py).
import coloursCss from "../shared/colours.css";
import mathsCss from "../shared/maths.css";
import { renderButton } from "./button.js";
import { renderChart } from "./chart.js";
import { renderChoice } from "./choice.js";
import contentsCss from "./contents/contents.css";
import { begin, follow } from "./contents/contents.js";
import { make } from "./dom.js";
import { renderDownload } from "./download.js";
import embedCss from "./embed/embed.css";
import { renderField } from "./field.js";
import { keepKeys } from "./jupyter_keys.js";
import { Lesson } from "./lesson.js";
import { renderNote } from "./note.js";
import { renderPage } from "./status_bar.js";
import compareCss from "./compare/compare.css";
import predictCss from "./predict/predict.css";
import { renderPrediction } from "./predict/prediction.js";
import presentCss from "./present/present.css";
import { startSpeakerView } from "./present/speaker_view.js";
import printCss from "./print/print.css";
import { followPrinting } from "./print/print.js";
import { renderQuestion } from "./question.js";
import { Scheduler } from "./scheduler.js";
import { renderSlider } from "./slider.js";
import shareCss from "./share/share.css";
import css from "./style.css";
import exportCss from "./export/export.css";
import { standalone } from "./export/standalone.js";
import { Theme } from "./theme.js";
import { renderToggles } from "./toggles.js";
import { renderUpload } from "./upload.js";

// A layer: where a page has colours of these names, its own win.
const STYLES = [`@layer dpviz { ${coloursCss} }`, css, mathsCss, contentsCss, embedCss, compareCss, predictCss, presentCss, shareCss, exportCss, printCss];

// With the runtime that a kernel sends comes the formulas' font; a page of ours has it already.
if (globalThis.__dpvizMaths) STYLES.push(`@font-face { font-family: "dpviz maths"; src: url(${globalThis.__dpvizMaths}); }`);

const RENDER = {
  button: renderButton,
  chart: renderChart,
  choice: renderChoice,
  download: renderDownload,
  field: renderField,
  note: renderNote,
  page: renderPage,
  prediction: renderPrediction,
  question: renderQuestion,
  slider: renderSlider,
  toggles: renderToggles,
  upload: renderUpload,
};

// A page of its own (dpviz's or Voilà's), and not a notebook in JupyterLab: the address and the theme are ours.
const app = document.documentElement.dataset.dpvizPage !== undefined || document.body?.dataset.voila !== undefined;

document.querySelector("style[data-dpviz]")?.remove();
document.head.append(make("style", { "data-dpviz": true, text: STYLES.join("\n") }));

if (!app) keepKeys();
else begin();
const theme = new Theme({ app });
const scheduler = new Scheduler();
const lessons = new Map();
if (app) followPrinting(() => lessons.values());

function lessonOf(model) {
  const page = model.get("page");
  if (!lessons.has(page)) {
    lessons.set(page, new Lesson({ app }));
    if (app) follow(lessons.get(page));
  }
  return lessons.get(page);
}

export const runtime = {
  version: DPVIZ_VERSION,

  /** The lessons of this page by the ids that their widgets carry. */
  lessons,

  /** Once a model, before any view of it: the page's and the sliders' place in the lesson. */
  initialize({ model }) {
    const kind = model.get("kind");
    if (kind === "page") lessonOf(model).attach(model);
    if (kind === "slider") lessonOf(model).follow(model);
  },

  /** Once a view. Returns the function that clears it away. */
  render({ model, el, signal }) {
    try {
      return RENDER[model.get("kind")]({ model, el, signal, lesson: lessonOf(model), theme, scheduler, app });
    } catch (error) {
      console.error(error);
      el.replaceChildren(make("p", { class: "dpviz dpv-error", role: "alert", text: `This could not be shown: ${error.message}` }));
      return undefined;
    }
  },

  /** A picture without a kernel, in a file of its own. */
  standalone: (root, data) => standalone(root, data, runtime),
};

if (document.documentElement.dataset.dpvizSpeaker !== undefined) startSpeakerView();

globalThis.__dpviz = runtime;
export default runtime;
