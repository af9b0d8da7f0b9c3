// A line that the kernel writes: a result, said aloud when it changes.
import { make, setText } from "./dom.js";
import { onChange } from "./traits.js";

export function renderNote({ model, el }) {
  const line = make("p", { class: "dpviz dpv-note", role: "status" });
  el.replaceChildren(line);
  const dress = () => {
    setText(line, model.get("text"));
    line.dataset.tone = model.get("tone");
  };
  const unlisten = onChange(model, ["text", "tone"], dress);
  dress();
  return unlisten;
}
