// The kernel of a page, as its widgets know it. How messages get to it is the carriers' affair: a websocket (socket.js), one
// that a server forks when the page is open and replaces when it is lost (forked.js), and a worker in the page (worker.js).
import { fetchUnpacked } from "../../shared/gzip.js";
import { unpack } from "./message.js";

export const uniqueId = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

/**
 * How a kernel is, in words if there are better ones than the widgets have: see `announce` in index.js.
 * @typedef {(status: string, words?: string, told?: { another?: boolean, missed?: boolean }) => void} OnStatus
 */

/** A carrier adds `open()`, which resolves when the page may go on, `close()` and `send(type, content, options)`. */
export class Kernel {
  session = uniqueId();
  #count = 0;
  #listeners = new Set();

  /**
   * `state` is the address of a file with what is known of the widgets before there is a kernel.
   * @param {{ onStatus?: OnStatus, state?: string }} given
   */
  constructor({ onStatus = () => {}, state = "" }) {
    this.onStatus = onStatus;
    this.state = state ? fetchUnpacked(state).then(unpack) : Promise.resolve(null);
    this.state.catch(() => {}); // whoever asks for it hears
  }

  /** Hear every message; returns the function that stops it. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hand a message of the kernel's on to who listens. */
  hear(message) {
    for (const listener of [...this.#listeners]) listener(message);
  }

  /** Resolves to what is known of the widgets before anything runs, if anything is. */
  async known() {
    const state = await this.state;
    return state && { ...state.content.data, buffers: state.buffers };
  }

  /** The page doubts that the kernel is still there: find out. */
  check() {}

  /** The id of the next message. */
  nextId() {
    this.#count += 1;
    return `${this.session}_${this.#count}`;
  }
}
