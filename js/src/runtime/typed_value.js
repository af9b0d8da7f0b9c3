// A slider's number as a field: after a click on it, or Enter on the slider.
import { make, setText, uniqueId } from "./dom.js";
import { around, numberOf, scaleOf } from "./numbers.js";

/**
 * Let the number that stands in `output` be typed. `slider` says what there is: `values()`, `texts()`, `index()`, `label()`;
 * whether it will have a value that is not on its list, `computes()`; and it is to `take(value)`. `handle` has the keys before
 * and after. Returns the line in which the ends and mistakes are told, and `dress`.
 */
export function typedValue({ output, handle, slider }) {
  const told = make("p", { class: "dpv-told", id: uniqueId("told"), "aria-live": "polite" });
  const scale = () => scaleOf(slider.values(), slider.texts());
  let place = null; // of the field, while there is one

  const tell = (text, wrong = false) => {
    setText(told, text);
    told.classList.toggle("dpv-error", wrong);
  };
  const close = () => {
    const old = place;
    place = null;
    old?.remove(); // its field loses the focus, and asks what became of it
    output.classList.remove("dpv-behind");
    tell("");
  };
  const take = (field) => {
    const { read, exact, range } = scale();
    const value = read(field.value);
    field.setAttribute("aria-invalid", String(Number.isNaN(value)));
    if (Number.isNaN(value)) return tell(`Type ${range}.`, true);
    const typed = numberOf(field.value);
    close();
    slider.take(value);
    const text = slider.texts()[slider.index()];
    if (!(exact && slider.computes()) && typed !== numberOf(around(text)[1])) tell(`The nearest there is: ${text}.`);
  };
  const open = () => {
    const found = scale();
    if (place || !found) return;
    const [before, number, after] = around(slider.texts()[slider.index()]);
    const field = make("input", {
      type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false",
      "aria-label": slider.label(), "aria-describedby": told.id,
    });
    field.value = number;
    field.style.width = `${Math.max(number.length + 2, 7)}ch`;
    const range = `${found.range[0].toUpperCase()}${found.range.slice(1)}`;
    field.addEventListener("input", () => tell(range));
    field.addEventListener("keydown", (event) => {
      if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter" && field.value !== number) take(field);
      else close();
      if (!place) handle.focus();
    });
    field.addEventListener("blur", () => {
      if (place && field.value === number) close();
      else if (place) take(field);
    });
    place = make("span", { class: "dpv-value dpv-typed" }, before, field, after);
    output.classList.add("dpv-behind");
    output.after(place);
    tell(range);
    field.select();
  };

  output.addEventListener("click", open);
  handle.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  handle.addEventListener("input", close);
  handle.addEventListener("blur", () => {
    if (!place) tell("");
  });
  return {
    told,
    /** Show that it can be typed, where it can. */
    dress() {
      const can = scale() !== null;
      output.classList.toggle("dpv-typable", can);
      output.title = can ? "Type a value" : "";
      if (can) handle.setAttribute("aria-keyshortcuts", "Enter");
      else handle.removeAttribute("aria-keyshortcuts");
    },
  };
}
