// What a file that is taken away says of itself: title, state and the address it came from.
import { said } from "../compare/state.js";
import { serverShare, shareable } from "../url.js";

const HERE = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/;

/** The address of a page as others can open it; "" if only this computer knows it. */
export function publicAddress(href, share) {
  const { protocol, hostname } = new URL(href);
  return /^https?:$/.test(protocol) && !HERE.test(hostname) ? shareable(href, share) : "";
}

/** The address of the page that a chart is on: of a page of ours only, since no other has its state. */
export function addressOf({ lesson }) {
  return lesson.app ? publicAddress(location.href, serverShare()) : "";
}

/** Title, state and address of a chart as lines; what is pinned is said too where `pinned`. */
export function about(chart, frame, { pinned = false } = {}) {
  const state = said(chart.block, frame).join(", ");
  return [chart.block.title, state, pinned && chart.pinned?.words(), addressOf(chart)].filter(Boolean);
}

/** A name for a file of a picture: "dpviz-law.svg". */
export function fileName(chart, ending) {
  return `dpviz-${chart.name.replace(/[^\w-]+/g, "-") || "picture"}${ending}`;
}
