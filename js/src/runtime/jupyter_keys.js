// In JupyterLab's notebooks plain keys are commands wherever the focus is not in a text: an arrow goes to the next
// cell, Enter edits it. Where the focus is in one of our controls they are the control's. JupyterLab looks for this
// attribute on the element itself, and listens on the document, so that the window comes first.
const LEFT_ALONE = "data-lm-suppress-shortcuts";

/** Whether a key belongs to the control that has the focus, and not to JupyterLab. */
export function ours({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  return !(ctrlKey || metaKey || altKey) && !(key === "Enter" && shiftKey); // to save, or to run the cell
}

export function keepKeys() {
  window.addEventListener(
    "keydown",
    (event) => {
      const { target } = event;
      if (target instanceof Element && target.closest(".dpviz")) target.toggleAttribute(LEFT_ALONE, ours(event));
    },
    true,
  );
}
