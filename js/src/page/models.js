// Widgets: their state kept in step with the kernel, and their views.
// What is here is the part of the ipywidgets protocol (version 2) that anywidgets and boxes use.
import { uniqueId } from "./kernel/kernel.js";

const BOXES = new Set(["BoxModel", "VBoxModel", "HBoxModel"]);

/** Put binary values back where `paths` says they belong. */
export function putBuffers(state, paths, buffers) {
  paths.forEach((path, i) => {
    const owner = path.slice(0, -1).reduce((object, key) => object[key], state);
    owner[path.at(-1)] = buffers[i];
  });
}

/** Take binary values out of a state: `{state, paths, buffers}`; the original is left alone. */
export function takeBuffers(state) {
  const paths = [];
  const buffers = [];
  const isBinary = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  const walk = (value, path) => {
    if (isBinary(value)) {
      paths.push(path);
      buffers.push(value);
      return null;
    }
    if (Array.isArray(value)) return value.map((item, i) => walk(item, [...path, i]));
    if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
      const copy = {};
      for (const [key, item] of Object.entries(value)) {
        const kept = walk(item, [...path, key]);
        if (!isBinary(item)) copy[key] = kept;
      }
      return copy;
    }
    return value;
  };
  return { state: walk(state, []), paths, buffers };
}

/** What an anywidget calls `model`. */
export class Model {
  #manager;
  #state;
  #changed = new Set();
  #listeners = new Map();

  constructor(manager, id, state) {
    this.#manager = manager;
    this.model_id = id;
    this.#state = state;
  }

  get widget_manager() {
    return this.#manager;
  }

  get(key) {
    return this.#state[key];
  }

  set(key, value) {
    if (typeof key === "object") {
      for (const [name, item] of Object.entries(key)) this.set(name, item);
      return;
    }
    if (Object.is(this.#state[key], value)) return;
    this.#state[key] = value;
    this.#changed.add(key);
    this.#fire(`change:${key}`, this, value);
    this.#fire("change", this);
  }

  save_changes() {
    const changed = Object.fromEntries([...this.#changed].map((key) => [key, this.#state[key]]));
    this.#changed.clear();
    if (Object.keys(changed).length === 0) return;
    const { state, paths, buffers } = takeBuffers(changed);
    this.#manager.post(this.model_id, { method: "update", state, buffer_paths: paths }, buffers);
  }

  send(content, _callbacks, buffers = []) {
    this.#manager.post(this.model_id, { method: "custom", content }, buffers);
  }

  on(names, listener) {
    for (const name of names.split(/\s+/)) {
      if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
      this.#listeners.get(name).add(listener);
    }
  }

  off(names, listener) {
    const all = names ? names.split(/\s+/) : [...this.#listeners.keys()];
    for (const name of all) {
      if (listener) this.#listeners.get(name)?.delete(listener);
      else this.#listeners.delete(name);
    }
  }

  /** The kernel's news: all values are in place before anybody hears. */
  receive(data, buffers) {
    if (data.method === "update") {
      putBuffers(data.state, data.buffer_paths ?? [], buffers);
      const keys = Object.keys(data.state);
      Object.assign(this.#state, data.state);
      for (const key of keys) {
        this.#changed.delete(key);
        this.#fire(`change:${key}`, this, this.#state[key]);
      }
      this.#fire("change", this);
    } else if (data.method === "custom") {
      this.#fire("msg:custom", data.content, buffers);
    }
  }

  #fire(name, ...values) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(...values);
      } catch (error) {
        console.error(error);
      }
    }
  }
}

const modules = new Map();
let sealed = false; // whether no further module is evaluated

/** The widget's code, evaluated once a page however many widgets share it. */
function moduleOf(esm) {
  if (!modules.has(esm)) {
    if (sealed) throw new Error("This page evaluates no module that it did not bring along.");
    const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    const loaded = import(address).then(async ({ default: widget }) =>
      typeof widget === "function" ? await widget() : widget,
    );
    modules.set(esm, loaded.finally(() => URL.revokeObjectURL(address)));
  }
  return modules.get(esm);
}

export class Manager {
  #models = new Map();
  #begun = new Map();

  constructor(kernel) {
    this.kernel = kernel;
    kernel.listen((message) => this.#receive(message));
  }

  /** Know every widget's state. What the kernel told while it worked is not asked for again. */
  async load() {
    const known = await this.kernel.known?.();
    if (known) this.#addAll(known);
    else if (this.#models.size === 0) await this.#askAll(); // the work was done before we came
    else await Promise.all((await this.#missed()).map((id) => this.#ask(id)));
    // A widget may listen to the kernel without ever being shown.
    for (const model of this.#models.values()) if (isAnywidget(model)) this.#begin(model).catch(console.error);
    sealed = Boolean(globalThis.dpvizPage?.sealed);
  }

  /** Ids of the kernel's widgets that were told before we began to listen. */
  #missed() {
    return new Promise((resolve) => {
      let there = null;
      let idle = false;
      const request = this.kernel.send("comm_info_request", { target_name: "jupyter.widget" });
      const stop = this.kernel.listen(({ header, parent_header, content }) => {
        if (parent_header.msg_id !== request) return;
        if (header.msg_type === "comm_info_reply") there = Object.keys(content.comms ?? {});
        // States come in order on the channel that says "idle": none of those told before is still on its way.
        if (header.msg_type === "status") idle ||= content.execution_state === "idle";
        if (there === null || !idle) return;
        stop();
        resolve(there.filter((id) => !this.#models.has(id)));
      });
    });
  }

  #ask(id) {
    return new Promise((resolve) => {
      const request = this.post(id, { method: "request_state" });
      const stop = this.kernel.listen(({ header, parent_header, content, buffers }) => {
        if (parent_header.msg_id !== request) return;
        if (header.msg_type === "comm_msg" && content.comm_id === id && content.data.method === "update") {
          putBuffers(content.data.state, content.data.buffer_paths ?? [], buffers);
          this.#add(id, content.data.state);
        } else if (header.msg_type !== "status" || content.execution_state !== "idle") {
          return; // with "idle" and no state, the widget is gone
        }
        stop();
        resolve(undefined);
      });
    });
  }

  #askAll() {
    const id = uniqueId();
    return new Promise((resolve) => {
      const stop = this.kernel.listen(({ header, content, buffers }) => {
        if (header.msg_type !== "comm_msg" || content.comm_id !== id) return;
        if (content.data.method !== "update_states") return;
        stop();
        this.#addAll({ ...content.data, buffers });
        this.kernel.send("comm_close", { comm_id: id, data: {} });
        resolve(undefined);
      });
      this.kernel.send("comm_open", { comm_id: id, target_name: "jupyter.widget.control", data: {} }, { metadata: { version: "1.0.0" } });
      this.kernel.send("comm_msg", { comm_id: id, data: { method: "request_states" } });
    });
  }

  /** Hear everything again. */
  refresh() {
    for (const id of this.#models.keys()) this.post(id, { method: "request_state" });
  }

  has_model(id) {
    return this.#models.has(id);
  }

  get_model(id) {
    const model = this.#models.get(id);
    return model ? Promise.resolve(model) : Promise.reject(new Error(`no widget ${id}`));
  }

  post(id, data, buffers = []) {
    return this.kernel.send("comm_msg", { comm_id: id, data }, { buffers });
  }

  /** True for an anywidget, and for a box that holds nothing but such. */
  canShow(id) {
    const model = this.#models.get(id);
    if (!model) return false;
    if (isAnywidget(model)) return true;
    return BOXES.has(model.get("_model_name")) && model.get("children").every((child) => this.canShow(reference(child)));
  }

  /** Show a widget in a place; resolves to the function that clears it away. */
  async show(id, place) {
    const model = this.#models.get(id);
    place.classList.add(...(model.get("_dom_classes") ?? []));
    if (BOXES.has(model.get("_model_name"))) return this.#showBox(model, place);
    const widget = await this.#begin(model);
    const gone = new AbortController();
    const clear = await widget.render?.({ model, el: place, signal: gone.signal, experimental: {} });
    return () => {
      gone.abort();
      if (typeof clear === "function") clear();
    };
  }

  /** A box follows its children: the kernel may put others into it. */
  async #showBox(model, place) {
    place.classList.add("dpviz-box");
    if (model.get("_model_name") !== "VBoxModel") place.classList.add("dpviz-row");
    let clears = [];
    const clear = () => clears.splice(0).forEach((each) => each());
    const fill = async () => {
      clear();
      place.replaceChildren();
      clears = await Promise.all(
        model.get("children").map((child) => {
          const inner = document.createElement("div");
          place.append(inner);
          return this.show(reference(child), inner);
        }),
      );
    };
    await fill();
    model.on("change:children", fill);
    return () => {
      model.off("change:children", fill);
      clear();
    };
  }

  /** Run a widget's `initialize` once, however many views it has. */
  #begin(model) {
    if (!this.#begun.has(model)) {
      const begin = async () => {
        const css = model.get("_css");
        if (css) addStyle(css);
        const widget = await moduleOf(model.get("_esm"));
        await widget.initialize?.({ model, signal: new AbortController().signal, experimental: {} });
        return widget;
      };
      this.#begun.set(model, begin());
    }
    return this.#begun.get(model);
  }

  /** `common` is what most of them have, in a file of states: whoever has it otherwise says so. */
  #addAll({ states, common = {}, buffer_paths, buffers }) {
    putBuffers(states, buffer_paths ?? [], buffers); // paths are [id, "state", ...]
    for (const [id, { state }] of Object.entries(states)) this.#add(id, { ...common, ...state });
  }

  #add(id, state) {
    if (!this.#models.has(id)) this.#models.set(id, new Model(this, id, state));
  }

  #receive({ header, content, buffers }) {
    if (header.msg_type === "comm_open" && content.target_name === "jupyter.widget") {
      putBuffers(content.data.state, content.data.buffer_paths ?? [], buffers);
      this.#add(content.comm_id, content.data.state);
    } else if (header.msg_type === "comm_msg") {
      this.#models.get(content.comm_id)?.receive(content.data, buffers);
    } else if (header.msg_type === "comm_close") {
      this.#models.delete(content.comm_id);
    }
  }
}

const styles = new Set();

function addStyle(css) {
  if (styles.has(css)) return;
  styles.add(css);
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
}

function isAnywidget(model) {
  return model.get("_model_module") === "anywidget";
}

function reference(text) {
  return String(text).replace(/^IPY_MODEL_/, "");
}
