// A picture alone in a frame (`?only=law`): it takes the frame's height, tells the page around how much it would like,
// and leads to the lesson.
import { make } from "../dom.js";
import { heightOf } from "../figure.js";
import { withParameter } from "../url.js";

const LEAST = 0.8; // of its own height, in a frame that is too low for all of it

/** The name of the picture that this page shows alone; "" on a page that is whole. */
export const alone = () => document.documentElement.dataset.dpvizOnly ?? "";

/** The address of the whole page in this state, at this picture. */
export function wholePage(href, section) {
  const address = new URL(href);
  address.search = withParameter(address.search, "only", null);
  address.hash = section;
  return address.href;
}

/**
 * How high a plot is in a frame: all there is if everything fits, else what its sentence leaves of the frame.
 * `own`: the height it has on the page; `above`: of controls, title and sentence; `rest`: of all but the plot.
 */
export function plotHeight({ own, frame, above, rest }) {
  if (own + rest <= frame) return Math.floor(frame - rest);
  return Math.round(Math.min(own, Math.max(LEAST * own, frame - above)));
}

/** The height in px that a picture has on the page. */
export function ownHeight({ block, root, plot }) {
  return block ? heightOf(block.figure, parseFloat(getComputedStyle(root).fontSize) / 16, { width: plot.clientWidth || undefined }) : plot.offsetHeight;
}

/** One of the tools of a picture: makes the one that is alone fit its frame. */
export function frameTool(chart) {
  if (!chart.name || alone() !== chart.name) return undefined;
  const main = document.querySelector("main");
  chart.heading.setAttribute("aria-level", "1"); // there is no other heading
  const link = make("a", { class: "dpviz-open", target: "_blank", rel: "noopener", text: "open the lesson" });
  const aim = () => (link.href = wholePage(location.href, chart.name));
  aim();
  for (const event of ["pointerenter", "focus", "click"]) link.addEventListener(event, aim);
  main.append(link);

  let told = 0;
  const fit = () => {
    if (!chart.block) return;
    const own = ownHeight(chart);
    const plot = chart.plot.getBoundingClientRect();
    const rest = main.offsetHeight - plot.height;
    const above = chart.sentence.getBoundingClientRect().bottom - main.getBoundingClientRect().top - plot.height;
    const height = plotHeight({ own, frame: window.innerHeight, above, rest });
    if (height !== chart.fixed.height) chart.drawAs({ height });
    const wanted = Math.ceil(own + rest);
    if (wanted !== told && window.parent !== window) window.parent.postMessage({ dpviz: { height: (told = wanted) } }, "*");
  };
  const watch = new ResizeObserver(fit);
  watch.observe(main);
  window.addEventListener("resize", fit);
  return () => {
    watch.disconnect();
    window.removeEventListener("resize", fit);
    link.remove();
  };
}
