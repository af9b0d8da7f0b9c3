// A slider over a list of values: native, labelled, and the source of all movement in the page.
import { nearest } from "./bus.js";
import { make, setText, uniqueId } from "./dom.js";
import { onChange } from "./traits.js";
import { Player } from "./player.js";
import { typedValue } from "./typed_value.js";

const KEYS_SETTLE = 250; // ms after the last key before the kernel hears

export function renderSlider({ model, el, lesson, signal }) {
  const id = uniqueId("slider");
  const values = () => model.get("values");
  const output = make("output", { for: id, class: "dpv-value" });
  const input = make("input", { type: "range", id, min: 0, step: 1 });
  const label = make("label", { for: id });
  const low = make("span", { class: "dpv-low" });
  const high = make("span", { class: "dpv-high" });
  const ends = make("div", { class: "dpv-ends", "aria-hidden": "true" }, low, high);
  const help = make("p", { class: "dpv-help", id: uniqueId("help") });
  const name = () => model.get("name");
  const index = () => Number(input.value);
  const typed = typedValue({
    output,
    handle: input,
    slider: {
      values,
      texts: () => model.get("texts"),
      index,
      label: () => model.get("label"),
      computes: () => lesson.canSave && lesson.kernel === "fine",
      take: (value) => {
        player?.stop();
        move(value);
        commit(value);
      },
    },
  });
  const root = make(
    "div",
    { class: "dpviz dpv-control dpv-slider" },
    make("div", { class: "dpv-head" }, label, output, typed.told),
    input,
    ends,
    help,
  );
  el.replaceChildren(root);
  el.classList.add("dpv-with-slider");

  let moved = false; // the page is ahead of the kernel
  let byKey = false;
  let timer = null;

  const show = (index) => {
    // Firefox tells no change of a value that was written while it was in the hand, be it the same.
    if (Number(input.value) !== index) input.value = String(index);
    const text = model.get("texts")[index] ?? String(values()[index]);
    const end = index === 0 ? model.get("low") : index === values().length - 1 ? model.get("high") : "";
    setText(output, text);
    input.setAttribute("aria-valuetext", end ? `${text}, ${end}` : text);
    const last = values().length - 1;
    root.style.setProperty("--dpviz-fill", `${last > 0 ? (100 * index) / last : 0}%`);
  };
  const move = (value) => {
    moved = true;
    lesson.bus.publish(name(), value, false);
  };
  const commit = (value = values()[index()]) => {
    clearTimeout(timer);
    if (!moved) return;
    moved = false;
    lesson.tell(model, value);
  };
  const commitSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => commit(), KEYS_SETTLE);
  };

  input.addEventListener("input", () => move(values()[index()]));
  input.addEventListener("keydown", () => (byKey = true));
  // A swipe that scrolls the page may begin on the track; what that touch has moved is put back.
  let before = null;
  input.addEventListener("pointerdown", () => {
    byKey = false;
    before = values()[index()];
  });
  input.addEventListener("pointercancel", () => {
    move(before);
    commit(before);
  });
  input.addEventListener("change", () => (byKey ? commitSoon() : commit()));
  input.addEventListener("blur", () => commit());

  const take = () => {
    lesson.heldSliders.settleOthers(name());
    lesson.prefetch.ask(name());
  };
  for (const event of ["pointerdown", "focusin", "touchstart"]) {
    root.addEventListener(event, take, { passive: true });
  }
  root.addEventListener("pointerenter", () => lesson.heldSliders.mayPrefetch(name()) && lesson.prefetch.ask(name()));

  let player = null;
  if (model.get("play")) {
    player = new Player({
      count: () => values().length,
      index,
      go: (to) => move(values()[to]),
      settle: () => commit(),
      settleSoon: commitSoon,
      ready: () => {
        lesson.heldSliders.settleOthers(name());
        return lesson.prefetch.whenFetched(name());
      },
      calm: () => window.matchMedia("(prefers-reduced-motion: reduce)").matches,
    });
    ends.after(player.element);
    input.addEventListener("pointerdown", () => player.pause());
    signal?.addEventListener("abort", () => player.stop());
  }

  const leave = lesson.heldSliders.join({
    name,
    playing: () => player?.playing ?? false,
    settle: () => {
      player?.pause();
      commit();
    },
  });

  const dress = () => {
    typed.dress();
    input.max = String(values().length - 1);
    // As wide as its longest text: the label is not broken anew during a drag.
    output.style.minWidth = `${Math.min(8, Math.max(...model.get("texts").map((text) => text.length)))}ch`;
    setText(label, model.get("label"));
    setText(low, model.get("low"));
    setText(high, model.get("high"));
    ends.hidden = !(model.get("low") || model.get("high"));
    setText(help, model.get("help"));
    help.hidden = !model.get("help");
    if (model.get("help")) input.setAttribute("aria-describedby", help.id);
    else input.removeAttribute("aria-describedby");
    show(nearest(values(), lesson.bus.get(name()) ?? model.get("value")));
  };
  const unlisten = onChange(model, ["values", "texts", "label", "low", "high", "help"], dress);
  const unsubscribe = lesson.bus.subscribe(({ axis, value }) => {
    if (axis === name()) show(nearest(values(), value));
  });
  dress();
  return () => {
    leave();
    commit();
    unsubscribe();
    unlisten();
  };
}
