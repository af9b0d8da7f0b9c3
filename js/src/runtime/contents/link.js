// A small button at each heading: copies a link to that section, in the state that the page is in.
import { copyText } from "../details.js";
import { make, setText } from "../dom.js";
import { serverShare, shareable } from "../url.js";

const SAID = 2500; // ms

/** The address of a section in the present state. */
export function sectionLink(href, id) {
  const address = new URL(href);
  address.hash = id;
  return address.href;
}

/** Give a heading its button. */
export function linked(heading) {
  const said = make("span", { class: "dpv-said", role: "status" });
  const copy = async () => {
    const link = sectionLink(location.href, heading.id);
    history.replaceState(history.state, "", link);
    setText(said, (await copyText(shareable(link, serverShare()))) ? "Copied." : "Copy it from the address line.");
    setTimeout(() => setText(said, ""), SAID);
  };
  const label = `Copy a link to this section: ${heading.textContent.trim()}`;
  const button = make("button", { type: "button", class: "dpv-section-link", "aria-label": label, title: "Copy a link to this section", on: { click: copy } });
  button.append(make("span", { "aria-hidden": "true", text: "#" }));
  // Beside the heading and not in it: its name is what it says.
  const line = make("div", { class: `dpv-heading dpv-heading-${heading.localName}` });
  heading.replaceWith(line);
  line.append(heading, button, make("span", { class: "dpviz" }, said));
}
