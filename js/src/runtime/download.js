// A file that the kernel makes when it is asked for, saved by the browser.
import { make, setText, uniqueId } from "./dom.js";
import { onChange } from "./traits.js";
import { megabytes } from "./upload.js";

const KEPT = 60_000; // ms; a browser may ask where to put a file, and reads it only then

export function renderDownload({ model, el, lesson }) {
  const help = make("p", { class: "dpv-help", id: uniqueId("help") });
  const said = make("span", { class: "dpv-said", role: "status" });
  const error = make("p", { class: "dpv-error", role: "alert" });
  const button = make("button", { type: "button", class: "dpv-button" });
  const row = make("div", { class: "dpv-download" }, button, said);
  el.replaceChildren(make("div", { class: "dpviz dpv-control" }, row, help, error));

  let asked = false; // by this view: another one of the same model does not save it too
  const answer = (problem) => {
    asked = false;
    button.disabled = false;
    setText(error, problem);
  };
  const hear = (content, buffers) => {
    if (!asked) return;
    if (content?.kind === "failed") {
      setText(said, "");
      answer(content.message);
    }
    if (content?.kind !== "file") return;
    answer("");
    save(content.name, new Blob([buffers[0]], { type: content.type }));
    setText(said, `${content.name}, ${megabytes(buffers[0].byteLength)}.`);
  };
  model.on("msg:custom", hear);
  button.addEventListener("click", () => {
    asked = true;
    button.disabled = true;
    setText(error, "");
    setText(said, "Being made …");
    model.send({ kind: "ask" });
    lesson.expect();
  });
  const unsubscribe = lesson.subscribe(() => {
    if (!asked || lesson.kernel === "fine") return;
    setText(said, "");
    answer("The file could not be made: nothing is computed behind this page just now.");
  });

  const dress = () => {
    setText(button, model.get("label"));
    setText(help, model.get("help"));
    help.hidden = !model.get("help");
    if (model.get("help")) button.setAttribute("aria-describedby", help.id);
  };
  const unlisten = onChange(model, ["label", "help"], dress);
  dress();
  return () => {
    unlisten();
    unsubscribe();
    model.off("msg:custom", hear);
  };
}

/** Hand a file over to the browser, which saves it. */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = make("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
