// The addresses by which others open the page as it stands.
import { serverConfig, shareable, withParameter } from "../url.js";

/** The state of a page's address for other people, who choose their own theme, at a lesson's short address `short`. */
export function shortAddress(href, short, share) {
  const here = new URL(href);
  const address = new URL(short || here.pathname, here);
  address.search = ["theme", "only"].reduce((search, name) => withParameter(search, name, null), here.search);
  address.hash = here.hash;
  return shareable(address.href, share);
}

/** That of the page as it stands, at the picture or the part that the reader is at. */
export function presentAddress(section = sectionInView()) {
  const { dpvizShort, dpvizShare } = serverConfig();
  const here = new URL(location.href);
  here.hash = section;
  return shortAddress(here.href, dpvizShort, dpvizShare);
}

let used = ""; // the picture that the reader had in hand last

/** Begin to remember it. */
export function followReader() {
  for (const event of ["pointerdown", "focusin"]) {
    document.addEventListener(event, ({ target }) => {
      const step = target instanceof Element && target.closest(".dpviz-step[data-picture]");
      used = (step instanceof HTMLElement && step.dataset.picture) || used;
    });
  }
}

/** The picture that the reader is at: the one that takes most of the window, at the top of the page the one last used. */
export function sectionInView() {
  const title = document.querySelector("h1")?.getBoundingClientRect();
  if (title?.height && title.bottom > 0) return used || location.hash.slice(1);
  let most = 0;
  let name = "";
  for (const step of document.querySelectorAll(".dpviz-step[data-picture]")) {
    const box = step.getBoundingClientRect();
    const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    if (seen > most) [most, name] = [seen, step.dataset.picture];
  }
  return name;
}
