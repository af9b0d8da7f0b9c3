// A Jupyter kernel on a websocket: messages out, messages in, nothing else.
// The protocol is v1.kernel.websocket.jupyter.org (binary frames), as jupyter_server documents it.

const PROTOCOL = "v1.kernel.websocket.jupyter.org";
const CHECK = 20_000; // ms between looks whether the kernel is still there
const GONE = new Set([404, 424]); // no such kernel; on a hub, no server
const REFUSED = new Set([401, 403]);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The token by which a server knows that it is its own page that asks; a JupyterHub answers nobody without it. */
export function xsrfToken() {
  return document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "";
}

/** Bytes of a message: count and offsets (64-bit, little-endian), channel, four JSON parts, buffers. */
export function pack(message) {
  const parts = [message.channel, ...["header", "parent_header", "metadata", "content"].map((k) => JSON.stringify(message[k] ?? {}))]
    .map((text) => encoder.encode(text))
    .concat((message.buffers ?? []).map(bytesOf));
  const offsets = [8 * (parts.length + 2)];
  for (const part of parts) offsets.push(offsets.at(-1) + part.byteLength);
  const bytes = new Uint8Array(offsets.at(-1));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(offsets.length), true);
  offsets.forEach((offset, i) => view.setBigUint64(8 * (i + 1), BigInt(offset), true));
  parts.forEach((part, i) => bytes.set(part, offsets[i]));
  return bytes.buffer;
}

/** A message from its bytes; its buffers are DataViews. */
export function unpack(buffer) {
  const view = new DataView(buffer);
  const count = Number(view.getBigUint64(0, true));
  const offsets = Array.from({ length: count }, (_, i) => Number(view.getBigUint64(8 * (i + 1), true)));
  const text = (i) => decoder.decode(new Uint8Array(buffer, offsets[i], offsets[i + 1] - offsets[i]));
  const [header, parent_header, metadata, content] = [1, 2, 3, 4].map((i) => JSON.parse(text(i)));
  const buffers = [];
  for (let i = 5; i < count - 1; i += 1) buffers.push(new DataView(buffer, offsets[i], offsets[i + 1] - offsets[i]));
  return { channel: text(0), header, parent_header, metadata, content, buffers };
}

function bytesOf(data) {
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
}

export class Kernel {
  #socket = null;
  #session = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  #address;
  #onStatus;
  #listeners = new Set();
  #unsent = [];
  #closed = false;
  #watching = false;
  #recovering = false;
  #count = 0;

  /** `address`: of the kernel on its server. */
  constructor({ address, onStatus = () => {} }) {
    this.#address = new URL(address, location.href).href;
    this.#onStatus = onStatus;
  }

  /** Hear every message; returns the function that stops it. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the socket is open. */
  open() {
    const address = new URL(`${this.#address}/channels`);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("session_id", this.#session);
    const socket = new WebSocket(address, [PROTOCOL]);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(typeof data === "string" ? JSON.parse(data) : unpack(data));
    return new Promise((resolve, reject) => {
      socket.onopen = () => {
        for (const bytes of this.#unsent.splice(0)) socket.send(bytes);
        this.#onStatus("connected");
        this.#watch();
        resolve();
      };
      socket.onclose = () => {
        reject(new Error("the connection to the kernel was closed"));
        if (!this.#closed && this.#socket === socket) this.#lost();
      };
    });
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }

  /** Send on the shell channel; while the line is down messages wait. Returns the message's id. */
  send(type, content, { buffers = [], metadata = {} } = {}) {
    this.#count += 1;
    const id = `${this.#session}_${this.#count}`;
    const header = {
      msg_id: id, msg_type: type, username: "", session: this.#session, date: new Date().toISOString(), version: "5.3",
    };
    const bytes = pack({ channel: "shell", header, metadata, content, buffers });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(bytes);
    else this.#unsent.push(bytes);
    return id;
  }

  #receive(message) {
    if (message.header.msg_type === "status" && ["dead", "restarting"].includes(message.content.execution_state)) {
      this.#dead();
      return;
    }
    for (const listener of [...this.#listeners]) listener(message);
  }

  /** The server's answer, as a number, when it is asked for the kernel. */
  async #ask() {
    return (await fetch(this.#address, { cache: "no-store", headers: { "X-XSRFToken": xsrfToken() } })).status;
  }

  /** A kernel that was stopped leaves its socket open; so ask, now and then and when the reader comes back. */
  #watch() {
    if (this.#watching) return;
    this.#watching = true;
    const ask = async () => {
      if (this.#closed || document.hidden) return;
      const status = await this.#ask().catch(() => 0);
      if (GONE.has(status) && !this.#closed) this.#dead();
    };
    setInterval(ask, CHECK);
    document.addEventListener("visibilitychange", ask);
  }

  #dead() {
    this.close();
    this.#onStatus("dead");
  }

  /** The line broke: try again, more and more slowly, until it holds or the server says the kernel is gone. */
  async #lost() {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#onStatus("disconnected");
    let refused = 0;
    for (let wait = 500; !this.#closed; wait = Math.min(2 * wait, 15000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        const status = await this.#ask();
        if (this.#closed) break;
        if (GONE.has(status)) this.#dead();
        refused = REFUSED.has(status) ? refused + 1 : 0;
        if (refused === 2) this.#onStatus("refused"); // whoever signs in again elsewhere is let in here too
        if (status !== 200) continue;
        await this.open();
        break;
      } catch {
        // The server does not answer yet.
      }
    }
    this.#recovering = false;
  }
}
