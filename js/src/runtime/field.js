// A line of text or a number that the reader types: a native input, committed when it is left or on Enter.
import { make, setText, uniqueId } from "./dom.js";
import { onChange } from "./traits.js";

export function renderField({ model, el, lesson }) {
  const input = make("input", { id: uniqueId("field"), type: "text", autocomplete: "off", spellcheck: false });
  const label = make("label", { for: input.id });
  const help = make("p", { class: "dpv-help", id: uniqueId("help") });
  const error = make("p", { class: "dpv-error", id: uniqueId("error"), role: "alert" });
  el.replaceChildren(
    make("div", { class: "dpviz dpv-control dpv-field" }, make("div", { class: "dpv-head" }, label), input, help, error),
  );

  const dress = () => {
    setText(label, model.get("label"));
    setText(help, model.get("help"));
    help.hidden = !model.get("help");
    setText(error, model.get("error"));
    error.hidden = !model.get("error");
    input.setAttribute("aria-describedby", `${help.id} ${error.id}`);
    input.setAttribute("aria-invalid", String(Boolean(model.get("error"))));
    input.inputMode = model.get("numeric") ? "decimal" : "text";
  };
  const follow = () => (input.value = model.get("value"));
  input.addEventListener("change", () => {
    lesson.heldSliders.settleOthers(null);
    model.set("value", input.value);
    model.save_changes();
    lesson.expect();
  });
  const unlisten = onChange(model, ["label", "help", "error", "numeric"], dress);
  model.on("change:value", follow);
  dress();
  follow();
  return () => {
    unlisten();
    model.off("change:value", follow);
  };
}
