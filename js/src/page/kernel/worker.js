// A kernel inside the page, for pages that no server stands behind.
//
// A worker starts Python and executes the page's cells, which gives its widgets the ids they already have here. What is
// said to them before is kept by the worker and answered in order.
import { Kernel } from "./kernel.js";

export class WorkerKernel extends Kernel {
  #files;
  #worker = null;
  #ready = false;

  /** `files`: addresses, as the build wrote them into the page's configuration. */
  constructor({ files, onStatus }) {
    super({ onStatus, state: files.state });
    this.#files = files;
  }

  /** Resolves when the worker has begun; the page does not wait for it to be ready. */
  async open() {
    this.onStatus("starting");
    try {
      this.#worker = new Worker(this.#files.worker ?? new URL("worker.js", import.meta.url), { type: "module", name: "dpviz engine" });
      this.#worker.onmessage = ({ data }) => this.#hear(data);
      this.#worker.onerror = (event) => {
        event.preventDefault();
        this.#fail(event.message || "the browser did not start it");
      };
      const absolute = ([name, address]) => [name, new URL(address, location.href).href];
      this.#worker.postMessage({ files: Object.fromEntries(Object.entries(this.#files).map(absolute)) });
      this.#worker.postMessage({ known: (await this.state).content.known });
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
    const id = this.nextId();
    this.#worker?.postMessage({ id, type, content, buffers });
    return id;
  }

  #hear({ ready, failed, id, type, content, buffers = [] }) {
    if (ready) {
      this.#ready = true;
      this.onStatus("connected");
    } else if (failed) this.#fail(failed);
    else if (type) {
      const message = { channel: "iopub", header: { msg_type: type }, parent_header: { msg_id: id }, metadata: {}, content };
      message.buffers = buffers.map((bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      this.hear(message);
    }
  }

  #fail(why) {
    console.error(`The engine: ${why}`);
    this.close();
    this.onStatus(this.#ready ? "dead" : "failed");
  }
}
