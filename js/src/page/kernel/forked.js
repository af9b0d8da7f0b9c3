// The kernel of a lesson's page where the server has executed the lesson before.
//
// The page knows its widgets from a file, and asks for a kernel meanwhile. One that is lost is replaced by a new one,
// which the page then brings into the state of its address.
import { Answers, xsrfToken } from "../../shared/server.js";
import { Kernel } from "./kernel.js";
import { SocketKernel } from "./socket.js";

const AGAIN = 2000; // ms until the next question of somebody in the line
const SLOWEST = 15_000; // ms between questions to a server that does not answer
const SHORT = 10_000; // ms: a kernel that ends sooner ends by what the page asks of it
const SHORT_ONES = 5; // of those one after the other: then the page stops asking
const PATIENCE = 30_000; // ms for a server to answer
// What was asked of a kernel that ended is asked of the next one, but not what the page tells a new kernel anyway, nor
// the pieces of a file.
const NEVER_AGAIN = new Set(["link", "prefetch", "sync", "seen", "begin", "chunk", "end", "bundle"]);

export class ForkedKernel extends Kernel {
  #home;
  #address;
  #kernel = null;
  #id = "";
  #unsent = [];
  #owed = new Map(); // what the kernel has not done yet, by its id
  #closed = false;
  #had = 0; // kernels so far
  #short = 0;
  #early; // what the document has asked already

  /** `state`: the address of the file; `kernels`: that to ask for one; `home`: that of all kernels; `asked`: its answer. */
  constructor({ state, kernels, home, asked = null, onStatus }) {
    super({ onStatus, state });
    this.#early = asked;
    this.#home = home;
    this.#address = kernels;
  }

  /** Ask for a kernel; the page does not wait for it. */
  async open() {
    this.#obtain();
  }

  /** Give the kernel back. */
  close() {
    this.#closed = true;
    this.#kernel?.close();
    if (this.#id) navigator.sendBeacon(`${this.#home}${this.#id}/end`);
  }

  /** Send to a widget; what is said before there is a kernel waits for it. Returns the message's id. */
  send(type, content, options = {}) {
    if (this.#kernel) {
      const id = this.#kernel.send(type, content, options);
      if (again(content)) this.#owed.set(id, [type, content, options]);
      return id;
    }
    this.#unsent.push([type, content, options]);
    return this.nextId();
  }

  check() {
    this.#kernel?.check();
  }

  async #obtain() {
    this.onStatus("starting", this.#had ? "The computation behind this page had ended. It begins again …" : "");
    const id = await this.#ask();
    if (this.#closed || !id) {
      if (id) navigator.sendBeacon(`${this.#home}${id}/end`);
      return;
    }
    this.#id = id;
    document.documentElement.dataset.dpvizKernelId = id;
    const begun = performance.now();
    const kernel = new SocketKernel({
      address: `${this.#home}${id}`,
      pings: true,
      onStatus: (status, words, told) => {
        if (this.#closed) return;
        if (status === "dead" && words) this.#end(words);
        else if (status === "dead") this.#lost(performance.now() - begun);
        else if (status === "connected" && !this.#kernel) this.#begin(kernel);
        else this.onStatus(status, "", told);
      },
    });
    kernel.listen((message) => {
      if (message.content.execution_state === "idle") this.#owed.delete(message.parent_header.msg_id);
      this.hear(message);
    });
    kernel.open().catch(() => {}); // it tries again by itself, and says how it is
  }

  /** There it is: what a new one must know of the page comes before what the reader did meanwhile. */
  #begin(kernel) {
    this.#kernel = kernel;
    this.#had += 1;
    this.onStatus("connected", "", { another: this.#had > 1 });
    for (const said of this.#unsent.splice(0)) this.send(...said);
  }

  /** The server wants no more of this page. */
  #end(words) {
    this.#kernel = null;
    this.onStatus("dead", words);
    this.close();
  }

  #lost(after) {
    this.#kernel = null;
    this.#id = "";
    this.#unsent.unshift(...this.#owed.values());
    this.#owed.clear();
    this.#short = after < SHORT ? this.#short + 1 : 0;
    if (this.#short < SHORT_ONES) this.#obtain();
    else this.onStatus("dead");
  }

  /** Ask until there is a kernel: resolves to its id, or to "" if there will be none. */
  async #ask() {
    const address = new URL(this.#address, location.href);
    const answers = new Answers();
    for (let wait = 500; !this.#closed; wait = Math.min(2 * wait, SLOWEST)) {
      const { status, said } = await this.#question(address);
      if (status === 201) return said.id;
      if (status === 404) {
        this.onStatus("dead", said.message);
        return "";
      }
      if (answers.read(status) === "refused") this.onStatus("refused");
      if (status === 202) {
        address.searchParams.set("ticket", said.ticket);
        this.onStatus("waiting", before(said.before));
        wait = AGAIN;
      } else if (status === 0) this.onStatus("disconnected");
      else if (said.message && !answers.refusals) this.onStatus("waiting", said.message);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return "";
  }

  async #question(address) {
    try {
      const early = this.#early;
      this.#early = null;
      const headers = { "X-XSRFToken": xsrfToken() };
      const ask = () => fetch(address, { method: "POST", cache: "no-store", headers, signal: AbortSignal.timeout(PATIENCE) });
      const answer = await (early ?? ask());
      return { status: answer.status, said: await answer.json().catch(() => ({})) };
    } catch {
      return { status: 0, said: {} };
    }
  }
}

function again({ data }) {
  return data?.method === "update" || (data?.method === "custom" && !NEVER_AGAIN.has(data.content?.kind));
}

function before(count) {
  const people = count === 1 ? "There is 1 person" : `There are ${count} people`;
  return `${people} before you: the server is full. Pictures follow their first slider meanwhile.`;
}
