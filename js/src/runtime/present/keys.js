// The keys of the presentation, and where they are the browser's own.

/** Whether letters are somebody's text here: a field, or a list that finds its entry by them. */
export function typing(target) {
  return Boolean(target?.closest?.("input:not([type=range], [type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])"));
}

/** Whether Home and End move something here. */
export function ranged(target) {
  return typing(target) || Boolean(target?.closest?.("input, .dpv-cells, [role=slider], [role=listbox]"));
}

/** The key of an event as the table below names it; "" where it is not ours. */
export function keyOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return "";
  const { key, target } = event;
  if (key === "Escape" && target?.closest?.(".dpv-typed")) return ""; // it closes the field
  if (key === "PageDown" || key === "PageUp" || key === "Escape") return key;
  if (key === "Home" || key === "End") return ranged(target) ? "" : key;
  if (typing(target)) return "";
  // Enter presses what has the focus.
  if (key === "Enter") return target?.closest?.("button, a, summary, input") ? "" : key;
  return key.length === 1 ? key.toLowerCase() : "";
}
