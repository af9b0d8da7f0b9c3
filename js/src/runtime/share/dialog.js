// A dialog of the page: the browser's own, so that Escape closes it and the focus goes back to where it was.
import { make, uniqueId } from "../dom.js";

/** Open one; returns the element, which is removed when it is closed. */
export function openDialog(title, ...parts) {
  const heading = make("h2", { id: uniqueId("dialog"), text: title });
  const close = make("button", { type: "button", class: "dpv-button", text: "Close" });
  const dialog = make(
    "dialog",
    { class: "dpviz dpv-dialog", "aria-labelledby": heading.id },
    make("div", { class: "dpv-dialog-head" }, heading, close),
    ...parts,
  );
  close.addEventListener("click", () => dialog.close());
  // Outside of it, that is on its backdrop.
  dialog.addEventListener("click", (event) => event.target === dialog && outside(dialog, event) && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  // Keys are the dialog's while it is open, and not those of what lies under it.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function outside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
