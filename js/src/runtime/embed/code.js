// The line of HTML that puts a picture, as it stands, into somebody's page.
import { copyText } from "../details.js";
import { make, setText, uniqueId } from "../dom.js";
import { openDialog } from "../share/dialog.js";
import { inPage, onlyHere, serverShare, shareable, withParameter } from "../url.js";
import { alone, ownHeight } from "./frame.js";

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** An iframe of one picture in the state of a page's address. `height` in px. */
export function embedCode(address, section, { title = "", height = 700 } = {}) {
  const url = new URL(shareable(address));
  url.search = withParameter(url.search, "only", section);
  url.hash = "";
  const attributes = { src: url.href, title, width: "100%", height: String(height), style: "border: 0", loading: "lazy" };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `<iframe ${written.join(" ")}></iframe>`;
}

/** One of the tools of a picture. On a hub or Binder there is none: nobody else can open that server. */
export function embedTool(chart) {
  if (!chart.lesson.app || !chart.name || alone() || serverShare()) return undefined;
  const button = make("button", { type: "button", class: "dpv-button", text: "Embed", "aria-haspopup": "dialog", on: { click: () => show(chart) } });
  chart.tools.append(button);
  return () => button.remove();
}

/** Whose pages may show it. */
const allowed = () =>
  inPage()
    ? make("p", { class: "dpv-help" }, "Any page may show it, unless the host of this one forbids that.")
    : make("p", { class: "dpv-help" }, "The server shows itself only in pages that it was told of: ", make("code", { text: "dpviz --embed https://page.example.org" }), ".");

function show(chart) {
  const panel = chart.root.closest(".dpviz-panel") ?? chart.root;
  const height = Math.ceil((panel.offsetHeight - chart.plot.offsetHeight + ownHeight(chart)) / 10) * 10 + 40;
  const code = embedCode(location.href, chart.name, { title: chart.heading.textContent, height });
  const area = make("textarea", { id: uniqueId("embed"), class: "dpv-embed-code", readonly: true, rows: 5, spellcheck: "false" });
  area.value = code;
  area.addEventListener("focus", () => area.select());
  const said = make("span", { class: "dpv-said", role: "status" });
  const copy = async () => {
    const done = await copyText(code, area.parentElement);
    setText(said, done ? "Copied." : "Select the text to copy it.");
  };
  openDialog(
    "Embed this picture",
    make("p", { text: "This line of HTML shows the picture with its controls, in its present state, within a page of yours." }),
    make("label", { for: area.id, text: "HTML" }),
    area,
    make("p", { class: "dpv-dialog-row" }, make("button", { type: "button", class: "dpv-button dpv-primary", text: "Copy", on: { click: copy } }), said),
    allowed(),
    onlyHere(location.hostname) ? make("p", { class: "dpv-help", text: "Its present address opens on this computer only." }) : null,
  );
}
