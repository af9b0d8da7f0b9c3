// A file on its way to the kernel's memory: read and sent in pieces, never kept anywhere.
import { make, setText, uniqueId } from "./dom.js";
import { onChange } from "./traits.js";
import { inPage } from "./url.js";

export const CHUNK = 512 * 1024;
const HERE = "The file is read here, in this page: nothing is sent, and it never leaves your browser.";
const AGAIN = "The computation behind this page has begun again, and no longer has your file. Choose it again.";
const AHEAD = 4; // pieces under way before the first must be acknowledged

/** "9.5 MB" */
export function megabytes(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${Math.round(bytes / 1e5) / 10} MB`;
}

/** [from, to] of each piece of a file. */
export function pieces(size, chunk = CHUNK) {
  return Array.from({ length: Math.ceil(size / chunk) }, (_, i) => [i * chunk, Math.min(size, (i + 1) * chunk)]);
}

export function renderUpload({ model, el, lesson }) {
  const id = uniqueId("upload");
  const input = make("input", { type: "file", id, accept: model.get("accept") || undefined });
  const label = make("label", { for: id });
  const help = make("p", { class: "dpv-help", id: uniqueId("help") });
  const progress = make("progress", { max: 1, hidden: true, "aria-label": "Reading the file" });
  const message = make("p", { class: "dpv-message", role: "status" });
  const error = make("p", { class: "dpv-error", role: "alert" });
  input.setAttribute("aria-describedby", help.id);
  el.replaceChildren(
    make(
      "div",
      { class: "dpviz dpv-control dpv-upload" },
      make("div", { class: "dpv-head" }, label),
      input,
      help,
      progress,
      message,
      error,
    ),
  );

  const dress = () => {
    setText(label, model.get("label"));
    const most = `At most ${megabytes(model.get("limit"))}.`;
    setText(help, [model.get("help"), most, inPage() && HERE].filter(Boolean).join(" "));
    setText(message, model.get("message"));
    setText(error, model.get("error"));
  };
  const unlisten = onChange(model, ["label", "help", "limit", "message", "error"], dress);

  let acknowledged = -1;
  let wake = () => {};
  const onMessage = (content) => {
    if (content?.kind !== "ack") return;
    acknowledged = Math.max(acknowledged, content.index);
    wake();
  };
  model.on("msg:custom", onMessage);
  let former = lesson.formerKernels; // of the kernel that has the file
  const unsubscribe = lesson.subscribe(() => {
    wake();
    if (former === lesson.formerKernels || input.disabled) return;
    if (model.get("message")) setText(error, AGAIN);
    setText(message, "");
    former = lesson.formerKernels;
  });

  const until = async (index) => {
    while (acknowledged < index) {
      if (former !== lesson.formerKernels) throw new Error("the computation behind this page has begun again. Choose the file again.");
      if (lesson.kernel !== "fine") throw new Error("nothing is computed behind this page just now.");
      await new Promise((resolve) => (wake = () => resolve(undefined)));
    }
  };
  const send = async (file) => {
    const parts = pieces(file.size);
    former = lesson.formerKernels;
    acknowledged = -1;
    model.send({ kind: "begin", name: file.name, size: file.size });
    lesson.expect(); // it says why, if an engine that is starting keeps it waiting
    for (const [index, [from, to]] of parts.entries()) {
      await until(index - AHEAD);
      const bytes = await file.slice(from, to).arrayBuffer();
      model.send({ kind: "chunk", index }, undefined, [bytes]);
      progress.value = to / file.size;
    }
    await until(parts.length - 1);
    model.send({ kind: "end" });
    lesson.expect();
  };

  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    if (file.size > model.get("limit")) {
      setText(
        error,
        `${file.name} is ${megabytes(file.size)}; at most ${megabytes(model.get("limit"))} can be read here. Nothing was sent.`,
      );
      input.value = "";
      return;
    }
    setText(error, "");
    setText(message, `Reading ${file.name} …`);
    input.disabled = true;
    progress.hidden = false;
    progress.value = 0;
    try {
      await send(file);
    } catch (failure) {
      setText(error, `${file.name} could not be read: ${failure.message}`);
      setText(message, "");
    }
    progress.hidden = true;
    input.disabled = false;
    input.value = ""; // so that the same file can be chosen again
  });
  dress();
  return () => {
    unlisten();
    unsubscribe();
    model.off("msg:custom", onMessage);
  };
}
