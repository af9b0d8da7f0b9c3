// A question with a sentence for each answer: native radio buttons, or a number that the kernel judges. It can be
// tried as often as one likes; nothing is counted.
import { make, setText, uniqueId } from "./dom.js";
import { PREDICTED } from "./predict/words.js";
import { onChange } from "./traits.js";

const CHECKED = { check: "Check", right: "✓ Right.", wrong: "✗ Not quite." };
const TRIED = { right: "✓", wrong: "✗" };
const GONE = "Numbers are checked by the computation behind this page, and there is none just now.";

/** Write a text, what stands between asterisks emphasised; no line ends within a small sum. */
export function write(element, text) {
  const parts = text.replace(/ ([÷×=+−]) /g, "\u00a0$1\u00a0").split(/\*([^*]+)\*/);
  element.replaceChildren(...parts.map((part, index) => make(index % 2 ? "em" : "span", { text: part })));
}

export function renderQuestion({ model, el, lesson }) {
  const feedback = make("p", { class: "dpv-feedback", id: uniqueId("feedback"), role: "status" });
  const predicted = model.get("heading") === "Predict";
  const verdicts = predicted ? PREDICTED : CHECKED;
  const check = make("button", { type: "submit", class: "dpv-button", text: verdicts.check });
  const skip = predicted ? make("button", { type: "button", class: "dpv-button", text: "Skip" }) : null;
  const told = (verdict) => {
    for (const hear of [...lesson.answered]) hear(model.get("name"), verdict);
  };
  const say = (verdict, text) => {
    feedback.dataset.verdict = verdict;
    // Always written anew: the same answer twice is said twice.
    const words = make("span");
    write(words, text);
    feedback.replaceChildren(...(verdicts[verdict] ? [make("strong", { text: verdicts[verdict] }), " "] : []), words);
    if (!verdicts[verdict]) return;
    form.classList.toggle("dpv-answered", predicted);
    if (verdict !== "skipped") told(verdict);
  };
  const clear = () => {
    delete feedback.dataset.verdict;
    feedback.replaceChildren();
  };
  const parts = { model, lesson, feedback, buttons: [check, skip], say, clear };
  const asked = model.get("options").length ? choices(parts) : number(parts);
  const form = make("form", { class: "dpviz dpv-question", novalidate: true, autocomplete: "off" });
  form.append(...asked.elements, feedback);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clear();
    asked.submit();
  });
  // Whoever skips a prediction is shown what happens, and nothing is counted.
  skip?.addEventListener("click", () => {
    clear();
    told("skipped"); // the kernel that knows the answer may be long, or gone
    asked.skip();
  });
  el.replaceChildren(form);

  // Another state of the page may make it another question: what was said belongs to the one before.
  const dress = () => {
    asked.dress();
    form.classList.remove("dpv-answered");
    clear();
  };
  const unlisten = onChange(model, ["prompt", "options", "unit"], dress);
  dress();
  const unask = lesson.veils.ask({ name: model.get("name"), picture: model.get("picture"), element: form, home: el });
  return () => {
    unask();
    unlisten();
    asked.close?.();
  };
}

function heading(model) {
  return make("span", { class: "dpv-question-kind", text: model.get("heading") });
}

function choices({ model, buttons, say, clear }) {
  const group = uniqueId("question");
  const prompt = make("span");
  const rows = model.get("options").map((_, index) => {
    const radio = make("input", { type: "radio", name: group, value: String(index), on: { change: clear } });
    const label = make("span");
    const tried = make("span", { class: "dpv-tried", "aria-hidden": "true" });
    return { radio, label, tried, element: make("label", { class: "dpv-option" }, radio, label, tried) };
  });
  const legend = make("legend", {}, heading(model), " ", prompt);
  return {
    elements: [make("fieldset", {}, legend, ...rows.map((row) => row.element)), make("div", { class: "dpv-answer" }, ...buttons)],
    dress() {
      write(prompt, model.get("prompt"));
      model.get("options").forEach((option, index) => {
        write(rows[index].label, option.label);
        setText(rows[index].tried, "");
        delete rows[index].element.dataset.verdict;
      });
    },
    submit() {
      const index = rows.findIndex((row) => row.radio.checked);
      if (index < 0) {
        say("unreadable", "Choose one of the answers first.");
        return;
      }
      const option = model.get("options")[index];
      const verdict = option.right ? "right" : "wrong";
      setText(rows[index].tried, TRIED[verdict]);
      rows[index].element.dataset.verdict = verdict;
      say(verdict, option.feedback);
    },
    skip() {
      const { label, feedback } = model.get("options").find((option) => option.right);
      say("skipped", `“${label}” ${feedback}`);
    },
  };
}

function number({ model, lesson, feedback, buttons, say, clear }) {
  const prompt = make("span");
  const unit = make("span", { id: uniqueId("unit") });
  const input = make("input", { id: uniqueId("number"), type: "text", inputmode: "decimal", spellcheck: "false", on: { input: clear } });
  input.setAttribute("aria-describedby", `${unit.id} ${feedback.id}`);
  // Not left to the browser: within JupyterLab it does not send the form.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    input.form.requestSubmit();
  });
  let waiting = null; // what was typed when this view asked; another view of the same question does not answer
  const hear = (content) => {
    if (content?.kind !== "judged" || content.typed !== waiting) return;
    waiting = null;
    if (input.value !== content.typed) return; // the reader is already at the next one
    input.setAttribute("aria-invalid", String(content.verdict === "unreadable"));
    say(content.verdict, content.text);
  };
  model.on("msg:custom", hear);
  const gone = () => {
    if (waiting === null || lesson.kernel === "fine") return;
    waiting = null;
    say("unreadable", GONE);
  };
  const unsubscribe = lesson.subscribe(gone);
  const ask = (kind) => {
    waiting = input.value;
    model.send({ kind, typed: waiting });
    lesson.expect();
    gone();
  };
  return {
    elements: [
      make("label", { for: input.id, class: "dpv-question-prompt" }, heading(model), " ", prompt),
      make("div", { class: "dpv-answer" }, input, unit, ...buttons),
    ],
    dress() {
      waiting = null;
      write(prompt, model.get("prompt"));
      setText(unit, model.get("unit"));
      unit.hidden = !model.get("unit");
      input.removeAttribute("aria-invalid");
    },
    submit() {
      if (!input.value.trim()) {
        say("unreadable", "Type a number first.");
        return;
      }
      ask("check");
    },
    skip: () => ask("skip"),
    close() {
      unsubscribe();
      model.off("msg:custom", hear);
    },
  };
}
