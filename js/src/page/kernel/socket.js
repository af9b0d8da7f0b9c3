// A Jupyter kernel on a websocket: messages out, messages in, nothing else.
import { Answers, askFor } from "../../shared/server.js";
import { Kernel } from "./kernel.js";
import { pack, PROTOCOL, unpack } from "./message.js";

const CHECK = 20_000; // ms between looks whether the kernel is still there
const QUIET = 1000; // ms after a message without anything heard: then the line is tried
const SILENT = 1500; // ms without an answer: the page says that the line is lost
const DEAD = 10_000; // ms without an answer: another line is tried
const SLOWEST = 50; // bytes a ms that a slow line carries: what was sent has to get through before the answer
const PATIENCE = 15_000; // ms for a line to open
const REFUSAL = 4000; // the code with which our server closes a line for good
const PING = "ping";

export class SocketKernel extends Kernel {
  #socket = null;
  #address;
  #owed = new Map(); // what was said and is not done yet, by its id: a new line carries it again, which a kernel that has it ignores
  #missed = false; // what the kernel answered may be lost with a line
  #closed = false;
  #watching = false;
  #recovering = false;
  #pings;
  #answers = new Answers();
  #trial = null; // timers of a line that is tried
  #silent = false;
  #underWay = 0; // bytes since anything was heard

  /** `address`: of the kernel on its server; `pings`: the server answers for its line. */
  constructor({ address, onStatus, pings = false }) {
    super({ onStatus });
    this.#address = new URL(address, location.href).href;
    this.#pings = pings;
  }

  /** Resolves when the socket is open. */
  open() {
    const address = new URL(`${this.#address}/channels`);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("session_id", this.session);
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
        this.onStatus("connected", "", { missed: this.#missed });
        this.#missed = false;
        this.#watch();
        resolve(undefined);
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
        this.onStatus("disconnected");
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
    this.onStatus("connected");
  }

  close() {
    this.#closed = true;
    this.#trial?.forEach(clearTimeout);
    this.#socket?.close();
  }

  /** Send on the shell channel; while the line is down messages wait. Returns the message's id. */
  send(type, content, { buffers = [], metadata = {} } = {}) {
    const id = this.nextId();
    const header = {
      msg_id: id, msg_type: type, username: "", session: this.session, date: new Date().toISOString(), version: "5.3",
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
    this.hear(message);
  }

  /** Messages are done in their order. */
  #done(last) {
    if (!this.#owed.has(last)) return;
    for (const id of this.#owed.keys()) {
      this.#owed.delete(id);
      if (id === last) return;
    }
  }

  /** What the server says of the kernel: "there", "gone", "refused" or "". */
  async #ask() {
    const answer = this.#answers.read(await askFor(this.#address));
    if (this.#closed) return "";
    if (answer === "gone") this.#dead();
    if (answer === "refused") this.onStatus("refused"); // whoever signs in again elsewhere is let in here too
    return answer;
  }

  /** A kernel that was stopped leaves its socket open; so ask, now and then, and when the page has doubts. */
  async check() {
    if (!this.#watching || this.#closed || this.#recovering || document.hidden) return;
    if (this.#pings && this.#trial === null) this.#try();
    const refused = this.#answers.refusals > 1;
    const answer = await this.#ask().catch(() => "");
    if (refused && answer === "there" && !this.#recovering) this.onStatus("connected");
  }

  #watch() {
    if (this.#watching) return;
    this.#watching = true;
    const timer = setInterval(() => (this.#closed ? clearInterval(timer) : this.check()), CHECK);
    document.addEventListener("visibilitychange", () => this.check());
  }

  #dead(words = "") {
    this.close();
    this.onStatus("dead", words);
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
    this.onStatus("disconnected");
    for (let wait = 500; !this.#closed; wait = Math.min(2 * wait, 15000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        if ((await this.#ask()) !== "there") continue;
        await this.open();
        break;
      } catch {
        // The server does not answer yet.
      }
    }
    this.#recovering = false;
  }
}
