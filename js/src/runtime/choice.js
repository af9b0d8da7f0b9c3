// One of a few named options: a native select.
import { make, setText, uniqueId } from "./dom.js";
import { onChange } from "./traits.js";

export function renderChoice({ model, el, lesson }) {
  const id = uniqueId("choice");
  const select = make("select", { id });
  const label = make("label", { for: id });
  const help = make("p", { class: "dpv-help", id: uniqueId("help") });
  el.replaceChildren(
    make("div", { class: "dpviz dpv-control dpv-choice" }, make("div", { class: "dpv-head" }, label), select, help),
  );
  const name = model.get("name"); // empty: no parameter of the lesson, and not in the address
  if (name) lesson.names.add(name);

  const dress = () => {
    setText(label, model.get("label"));
    setText(help, model.get("help"));
    help.hidden = !model.get("help");
    if (model.get("help")) select.setAttribute("aria-describedby", help.id);
    const options = model.get("options").map((option) =>
      make("option", { value: option.value, text: option.label, disabled: Boolean(option.disabled) }),
    );
    select.replaceChildren(...options);
    select.value = model.get("value");
  };
  const follow = () => (select.value = model.get("value"));
  select.addEventListener("change", () => {
    lesson.heldSliders.settleOthers(null);
    if (name) lesson.remember(name, select.value);
    model.set("value", select.value);
    model.save_changes();
    lesson.expect();
  });
  const unlisten = onChange(model, ["options", "label", "help"], dress);
  model.on("change:value", follow);
  dress();
  return () => {
    unlisten();
    model.off("change:value", follow);
  };
}
