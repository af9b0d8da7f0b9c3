// Of each picture: its numbers in a table, and the code that reproduces it.
import { make, setText } from "./dom.js";
import { fill } from "./slots.js";

export class Table {
  #body = make("tbody");

  constructor(title, columns) {
    const head = make("tr", {}, ...columns.map((text) => make("th", { scope: "col", text })));
    const table = make("table", {}, make("caption", { text: title }), make("thead", {}, head), this.#body);
    this.element = make("div", { class: "dpv-scroll", tabindex: "0", role: "region", "aria-label": `${title}: numbers` }, table);
  }

  show(rows) {
    const cells = (row) => row.map((text, column) => (column === 0 ? make("th", { scope: "row", text }) : make("td", { text })));
    this.#body.replaceChildren(...rows.map((row) => make("tr", {}, ...cells(row))));
  }
}

export class Code {
  #code = make("code");

  constructor() {
    const said = make("span", { class: "dpv-said", role: "status" });
    const copy = make("button", {
      type: "button",
      class: "dpv-button",
      text: "Copy",
      on: { click: async () => setText(said, (await copyText(this.#code.textContent)) ? "Copied." : "Select the text to copy it.") },
    });
    this.element = make(
      "div",
      { class: "dpv-code" },
      make("pre", { tabindex: "0", role: "region", "aria-label": "Python code" }, this.#code),
      make("p", { class: "dpv-copy" }, copy, said),
    );
  }

  show(text, slots) {
    setText(this.#code, fill(text, slots));
  }
}

/**
 * Put a text on the clipboard; false where the browser does not allow it (a page that came over plain http).
 * `place`: where what is copied can be selected; in an open dialog, for nothing outside of it can.
 */
export async function copyText(text, place = document.body) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = make("textarea", { "aria-hidden": "true", style: "position:fixed;opacity:0" });
    area.value = text;
    place.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}
