// A button that asks the kernel for something: new draws, the next example.
import { make, setText, uniqueId } from "./dom.js";
import { onChange } from "./traits.js";

export function renderButton({ model, el, lesson }) {
  const help = make("p", { class: "dpv-help", id: uniqueId("help") });
  const button = make("button", {
    type: "button",
    class: "dpv-button dpv-primary",
    on: {
      click: () => {
        lesson.heldSliders.settleOthers(null);
        model.send({ kind: "press" });
        lesson.expect();
      },
    },
  });
  el.replaceChildren(make("div", { class: "dpviz dpv-control" }, button, help));

  const dress = () => {
    setText(button, model.get("label"));
    setText(help, model.get("help"));
    help.hidden = !model.get("help");
    if (model.get("help")) button.setAttribute("aria-describedby", help.id);
    button.title = model.get("help") ?? "";
    button.disabled = model.get("disabled") === true;
  };
  const unlisten = onChange(model, ["label", "help", "disabled"], dress);
  dress();
  return unlisten;
}
