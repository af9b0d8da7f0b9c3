// A picture in a file of its own, without a kernel: its blocks, one for each slider, stand in for it.
import { make } from "../dom.js";

const PAGE = "alone";

/** What anywidget's model is to the widgets, as a plain object. */
/** @param {(content: any, answer: (said: object) => void) => void} send */
function model(traits, send = () => {}) {
  const listeners = new Map();
  const emit = (event, ...values) => [...(listeners.get(event) ?? [])].forEach((listener) => listener(...values));
  return {
    get: (name) => traits[name],
    set(name, value) {
      if (traits[name] === value) return;
      traits[name] = value;
      emit(`change:${name}`);
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event, listener) => listeners.get(event)?.delete(listener),
    send: (content) => send(content, (answer) => emit("msg:custom", answer)),
    save_changes() {},
  };
}

/** The numbers of a block, which come as base64 of little-endian float32, as the kernel sends them. */
export function unpacked(block) {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return { ...block, motion: block.motion.map((track) => (track.base64 === undefined ? track : { ...track, buffer: bytes(track.base64) })) };
}

/**
 * Show a picture with its sliders in `root`. `data`: `{name, sliders, blocks}`, what dpviz/widgets/standalone.py wrote.
 * One slider at a time is moved: when another is taken the others go back to the values the file was saved at.
 */
export function standalone(root, { name, sliders, blocks }, runtime) {
  const found = Object.fromEntries(Object.entries(blocks).map(([axis, block]) => [axis, unpacked(block)]));
  const place = (into, kind) => into.appendChild(make("div", { class: kind }));
  const show = (made, into) => {
    runtime.initialize({ model: made });
    runtime.render({ model: made, el: place(into, "dpv-alone-part"), signal: new AbortController().signal });
  };
  const page = model({ kind: "page", page: PAGE, query: "", names: [] }, ({ kind, axis }, answer) => {
    if (kind === "prefetch") answer({ kind: "prefetched", axis }); // they are all here
    if (kind === "sync") answer({ kind: "synced" });
  });
  runtime.initialize({ model: page });
  const lesson = runtime.lessons.get(PAGE);
  lesson.canSave = false;
  const row = root.appendChild(make("div", { class: "dpviz-controls" }));
  const saved = new Map(sliders.map((traits) => [model({ kind: "slider", page: PAGE, ...traits }), traits.value]));
  for (const slider of saved.keys()) show(slider, row);
  const first = sliders[0]?.name ?? Object.keys(found)[0];
  const chart = model({ kind: "chart", page: PAGE, name, block: found[first], staged: false, progress: -1, stopped: false });
  show(chart, root);
  let along = first;
  lesson.bus.subscribe(({ axis, settled }) => {
    // What is settled is no hand on a slider: the others going back, for one.
    if (settled || axis === along || !found[axis]) return;
    along = axis;
    chart.set("block", found[axis]);
    for (const [slider, value] of saved) {
      if (slider.get("name") === axis) continue;
      slider.set("value", value);
      lesson.bus.publish(slider.get("name"), value);
    }
  });
}
