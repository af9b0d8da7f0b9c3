// A kernel inside the page: the twin of kernel.js, with the same face, for pages that no server stands behind.
//
// A worker starts Python and executes the page's cells, which gives its widgets the ids they already have here. What is
// said to them before is kept by the worker and answered in order.

import { unpack } from "./kernel.js";

/** Bytes of a file that was compressed when the site was built, whatever its host does. */
export async function packed(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return unpacked(answer);
}

/** The bytes of an answer that is compressed. */
export async function unpacked(answer) {
  if (!self.DecompressionStream) return (await import("./inflate.js")).gunzip(await answer.arrayBuffer());
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** What a file of state says of the widgets. */
export function widgets({ content, buffers }) {
  return { ...content.data, buffers };
}

export class Engine {
  #session = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  #files;
  #onStatus;
  #listeners = new Set();
  #worker = null;
  #state;
  #ready = false;
  #count = 0;

  /** `files`: addresses, as the build wrote them into the page's configuration. */
  constructor({ files, onStatus = () => {} }) {
    this.#files = files;
    this.#onStatus = onStatus;
    this.#state = packed(files.state).then(unpack);
    this.#state.catch(() => {}); // whoever asks for it hears
  }

  /** Hear every message; returns the function that stops it. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves to what is known of the widgets before anything runs. */
  async known() {
    return widgets(await this.#state);
  }

  /** Resolves when the worker has begun; the page does not wait for it to be ready. */
  async open() {
    this.#onStatus("starting");
    try {
      this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "dpviz engine" });
      this.#worker.onmessage = ({ data }) => this.#hear(data);
      this.#worker.onerror = (event) => {
        event.preventDefault();
        this.#fail(event.message || "the browser did not start it");
      };
      const absolute = ([name, address]) => [name, new URL(address, location.href).href];
      this.#worker.postMessage({ files: Object.fromEntries(Object.entries(this.#files).map(absolute)) });
      this.#worker.postMessage({ known: (await this.#state).content.known });
    } catch (error) {
      this.#fail(String(error.message ?? error));
    }
  }

  close() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Send a message to a widget. Returns the message's id. */
  send(type, content, { buffers = [] } = {}) {
    this.#count += 1;
    const id = `${this.#session}_${this.#count}`;
    this.#worker?.postMessage({ id, type, content, buffers });
    return id;
  }

  #hear({ ready, failed, id, type, content, buffers = [] }) {
    if (ready) {
      this.#ready = true;
      this.#onStatus("connected");
    } else if (failed) this.#fail(failed);
    else {
      const message = { channel: "iopub", header: { msg_type: type }, parent_header: { msg_id: id }, metadata: {}, content };
      message.buffers = buffers.map((bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      for (const listener of [...this.#listeners]) listener(message);
    }
  }

  #fail(why) {
    console.error(`The engine: ${why}`);
    this.close();
    this.#onStatus(this.#ready ? "dead" : "failed");
  }
}
