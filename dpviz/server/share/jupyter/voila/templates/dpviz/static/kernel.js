// A Jupyter kernel on a websocket: messages out, messages in, nothing else.
// The protocol is v1.kernel.websocket.jupyter.org (binary frames), as jupyter_server documents it.

const PROTOCOL = "v1.kernel.websocket.jupyter.org";
const CHECK = 20_000; // ms between looks whether the kernel is still there
const QUIET = 1000; // ms after a message without anything heard: then the line is tried
const SILENT = 1500; // ms without an answer: the page says that the line is lost
const DEAD = 10_000; // ms without an answer: another line is tried
const SLOWEST = 50; // bytes a ms that a slow line carries: what was sent has to get through before the answer
const PATIENCE = 15_000; // ms for a server to answer at all
const REFUSAL = 4000; // the code with which our server closes a line for good
const PING = "ping";
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
  #owed = new Map(); // what was said and is not done yet, by its id: a new line carries it again, which a kernel that has it ignores
  #missed = false; // what the kernel answered may be lost with a line
  #closed = false;
  #watching = false;
  #recovering = false;
  #count = 0;
  #pings;
  #trial = null; // timers of a line that is tried
  #silent = false;
  #underWay = 0; // bytes since anything was heard

  /** `address`: of the kernel on its server; `pings`: the server answers for its line. */
  constructor({ address, onStatus = () => {}, pings = false }) {
    this.#address = new URL(address, location.href).href;
    this.#onStatus = onStatus;
    this.#pings = pings;
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
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#heard();
      if (!this.#pings || typeof data !== "string") this.#receive(typeof data === "string" ? JSON.parse(data) : unpack(data));
    };
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#abandon(socket), PATIENCE);
      socket.onopen = () => {
        clearTimeout(late);
        for (const bytes of this.#owed.values()) this.#transmit(bytes);
        this.#onStatus("connected", "", { missed: this.#missed });
        this.#missed = false;
        this.#watch();
        resolve();
      };
      socket.onclose = ({ code, reason }) => {
        clearTimeout(late);
        reject(new Error("the connection to the kernel was closed"));
        if (this.#closed || this.#socket !== socket) return;
        if (code === REFUSAL) this.#dead(reason);
        else this.#lost();
      };
    });
  }

  /** Be done with a line that says nothing: its own end may take minutes. */
  #abandon(socket) {
    if (this.#socket !== socket) return;
    const { onclose } = socket;
    socket.onclose = null;
    this.#missed = true;
    socket.close();
    onclose({ code: 0, reason: "" });
  }

  #transmit(bytes) {
    this.#socket.send(bytes);
    this.#underWay += bytes.byteLength ?? bytes.length;
    if (this.#pings) this.#trial ??= [setTimeout(() => this.#try(), QUIET)];
  }

  /** Is anybody there? */
  #try() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const longer = this.#underWay / SLOWEST;
    socket.send(PING);
    this.#trial = [
      setTimeout(() => {
        this.#silent = true;
        this.#onStatus("disconnected");
      }, SILENT + longer),
      setTimeout(() => this.#abandon(socket), DEAD + longer),
    ];
  }

  #heard() {
    this.#trial?.forEach(clearTimeout);
    this.#trial = null;
    this.#underWay = 0;
    if (!this.#silent) return;
    this.#silent = false;
    this.#onStatus("connected");
  }

  close() {
    this.#closed = true;
    this.#trial?.forEach(clearTimeout);
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
    this.#owed.set(id, bytes);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#transmit(bytes);
    return id;
  }

  #receive(message) {
    if (message.header.msg_type === "status" && ["dead", "restarting"].includes(message.content.execution_state)) {
      this.#dead();
      return;
    }
    if (message.content.execution_state === "idle") this.#done(message.parent_header.msg_id);
    for (const listener of [...this.#listeners]) listener(message);
  }

  /** Messages are done in their order. */
  #done(last) {
    if (!this.#owed.has(last)) return;
    for (const id of this.#owed.keys()) {
      this.#owed.delete(id);
      if (id === last) return;
    }
  }

  /** The server's answer, as a number, when it is asked for the kernel. */
  async #ask() {
    const options = { cache: "no-store", headers: { "X-XSRFToken": xsrfToken() }, signal: AbortSignal.timeout(PATIENCE) };
    return (await fetch(this.#address, options)).status;
  }

  /** A kernel that was stopped leaves its socket open; so ask, now and then and when the reader comes back. */
  #watch() {
    if (this.#watching) return;
    this.#watching = true;
    const ask = async () => {
      if (this.#closed || document.hidden) return;
      if (this.#pings && this.#trial === null) this.#try();
      const status = await this.#ask().catch(() => 0);
      if (GONE.has(status) && !this.#closed) this.#dead();
    };
    const timer = setInterval(() => (this.#closed ? clearInterval(timer) : ask()), CHECK);
    document.addEventListener("visibilitychange", ask);
  }

  #dead(words = "") {
    this.close();
    this.#onStatus("dead", words);
  }

  /** The line broke: try again, more and more slowly, until it holds or the server says the kernel is gone. */
  async #lost() {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#missed ||= this.#owed.size > 0;
    this.#trial?.forEach(clearTimeout);
    this.#trial = null;
    this.#silent = false;
    this.#underWay = 0;
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
