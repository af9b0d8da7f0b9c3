// Under a picture: a row of buttons, and one place where what they unfold is shown.
import { make, uniqueId } from "./dom.js";

export class Folds {
  /** What is unfolded stands in it, and scrolls there. */
  place = make("div", { class: "dpv-folds" });

  /** `row`: the buttons' place; `changed` is called when something was unfolded or folded. */
  constructor(row, changed) {
    this.row = row;
    this.changed = changed;
  }

  /** One more: its button, and its body with `element` in it. `fill` is called when it is unfolded. */
  add(text, element, fill) {
    const body = make("div", { class: "dpv-fold", id: uniqueId("fold"), hidden: true }, element);
    const button = make("button", { type: "button", class: "dpv-button dpv-fold-button", "aria-expanded": "false", "aria-controls": body.id, text });
    const show = (open) => {
      body.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
      if (open) fill();
      this.changed();
    };
    button.addEventListener("click", () => show(body.hidden));
    for (const part of [button, body]) {
      part.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || body.hidden) return;
        event.stopPropagation();
        show(false);
        button.focus();
      });
    }
    this.row.append(button);
    this.place.append(body);
    return { body, button, open: () => body.hidden && show(true) };
  }
}
