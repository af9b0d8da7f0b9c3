// The keys in a list, each a button too: what has no keyboard presses them.
import { make } from "../dom.js";

/** `actions`: `{keys, says, run, where}`. Returns the dialog; `run` is called once it is closed. */
export function helpDialog(actions, closed) {
  const dialog = make("dialog", { class: "dpviz dpvp-dialog", "aria-label": "Keys" });
  const rows = actions.map(({ keys, says, run }) =>
    make(
      "li",
      {},
      make("button", { type: "button", class: "dpv-button", text: says, disabled: !run, on: { click: () => (dialog.close(), run()) } }),
      make("span", { class: "dpvp-keys" }, ...keys.flatMap((key, index) => [index ? " " : null, make("kbd", { text: key })])),
    ),
  );
  const close = make("button", { type: "button", class: "dpv-button dpv-primary", text: "Close", on: { click: () => dialog.close() } });
  dialog.append(make("h2", { text: "Keys" }), make("ul", { class: "dpvp-list" }, ...rows), close);
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
