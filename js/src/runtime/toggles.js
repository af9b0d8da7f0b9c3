// A string as a row of native buttons, one a character: a press steps it to the next character of its alphabet.
import { make, setText, uniqueId } from "./dom.js";
import { onChange } from "./traits.js";

/** The string after a press of cell `index`. */
export function step(value, index, alphabet) {
  const letters = [...value];
  letters[index] = alphabet[(alphabet.indexOf(letters[index]) + 1) % alphabet.length];
  return letters.join("");
}

/** Where an arrow key leads from cell `index` of `count`, the cells standing `columns` in a row; null: nowhere. */
export function neighbour(key, index, count, columns) {
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, ArrowUp: index - columns, ArrowDown: index + columns, Home: 0, End: count - 1 }[key];
  return to === undefined || to < 0 || to >= count ? null : to;
}

// What the reader pressed and the kernel has not been told yet, shared by all views of a row.
const wishes = new WeakMap();

function wishOf(model) {
  if (!wishes.has(model)) wishes.set(model, { value: null, views: new Set() });
  return wishes.get(model);
}

export function renderToggles({ model, el, lesson }) {
  const label = make("span", { class: "dpv-toggles-label", id: uniqueId("toggles") });
  const grid = make("div", { class: "dpv-cells" });
  const help = make("p", { class: "dpv-help", id: uniqueId("help") });
  const root = make(
    "div",
    { class: "dpviz dpv-control dpv-toggles", role: "group", "aria-labelledby": label.id },
    make("div", { class: "dpv-head" }, label),
    grid,
    help,
  );
  el.replaceChildren(root);
  const name = model.get("name");
  if (name) lesson.names.add(name);

  // One change is out at a time, and the last one always goes: who presses fast does not queue up work. Until then
  // it is kept out of the model, where JupyterLab would put the kernel's echo of the change before it.
  const wish = wishOf(model);
  const value = () => wish.value ?? model.get("value");
  const send = () => {
    if (wish.value === null || lesson.busy) return;
    model.set("value", wish.value);
    wish.value = null;
    model.save_changes();
    lesson.expect();
  };
  const press = (index) => {
    lesson.heldSliders.settleOthers(null);
    wish.value = step(value(), index, model.get("alphabet"));
    if (name) lesson.remember(name, wish.value);
    for (const view of wish.views) view();
    send();
  };

  const cell = (index) =>
    make(
      "button",
      { type: "button", class: "dpv-cell", on: { click: () => press(index) } },
      make("span", { class: "dpv-cell-name" }),
      make("span", { class: "dpv-cell-mark" }),
    );
  // As many in a row as there are at the height of the first.
  const perRow = () => {
    const buttons = [...grid.children];
    const second = buttons.findIndex((button) => button.offsetTop > buttons[0].offsetTop);
    return second < 0 ? buttons.length : second;
  };
  grid.addEventListener("keydown", (event) => {
    const index = [...grid.children].indexOf(event.target.closest("button"));
    const to = neighbour(event.key, index, grid.children.length, perRow());
    if (to === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    grid.children[to].focus();
  });

  const show = () => {
    // Of another row than the one that was pressed.
    if (wish.value?.length !== model.get("value").length) wish.value = null;
    const letters = [...value()];
    const alphabet = model.get("alphabet");
    // The buttons stay as long as their number does: one of them may have the focus.
    if (grid.children.length !== letters.length) {
      const focused = [...grid.children].indexOf(document.activeElement);
      grid.replaceChildren(...letters.map((_, index) => cell(index)));
      if (focused >= 0) grid.children[Math.min(focused, letters.length - 1)].focus();
    }
    const columns = model.get("columns");
    grid.style.setProperty("--dpviz-columns", columns || letters.length);
    // As wide as the widest mark, so that nothing shifts under the finger.
    const longest = Math.max(...[...alphabet].map((letter) => [...(model.get("marks")[letter] ?? letter)].length));
    grid.style.setProperty("--dpviz-mark", `${longest}ch`);
    grid.classList.toggle("dpv-fixed", columns > 0);
    const wide = (columns || letters.length) > 5;
    root.classList.toggle("dpv-wide", wide);
    el.classList.toggle("dpv-with-wide", wide);
    letters.forEach((letter, index) => {
      const button = grid.children[index];
      const [named, marked] = button.children;
      const called = model.get("cells")[index] ?? String(index + 1);
      setText(named, called);
      setText(marked, model.get("marks")[letter] ?? letter);
      button.setAttribute("aria-label", `${called}: ${model.get("words")[letter] ?? model.get("marks")[letter] ?? letter}`);
      if (alphabet.length === 2) button.setAttribute("aria-pressed", String(letter === alphabet[1]));
      button.dataset.step = String(Math.min(alphabet.indexOf(letter), 3));
    });
  };
  const dress = () => {
    setText(label, model.get("label"));
    setText(help, model.get("help"));
    help.hidden = !model.get("help");
    if (model.get("help")) root.setAttribute("aria-describedby", help.id);
    show();
  };
  const unlisten = onChange(model, ["value", "cells", "marks", "words", "alphabet", "columns", "label", "help"], dress);
  const unsubscribe = lesson.subscribe(send);
  wish.views.add(show);
  dress();
  return () => {
    wish.views.delete(show);
    unlisten();
    unsubscribe();
  };
}
