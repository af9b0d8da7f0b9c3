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
  if (section) here.hash = section;
  return shortAddress(here.href, dpvizShort, dpvizShare);
}

/** The picture that takes most of the window; "" at the top of the page, or if there is none in view. */
export function sectionInView() {
  if (scrollY < innerHeight / 4) return "";
  let most = 0;
  let name = "";
  for (const step of document.querySelectorAll(".dpviz-step[data-picture]")) {
    const box = step.getBoundingClientRect();
    const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    if (seen > most) [most, name] = [seen, step.dataset.picture];
  }
  return name;
}
