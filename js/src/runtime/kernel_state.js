// Is the kernel behind the page still there? Voilà says nothing when it is gone, so the page must find out.
import { Answers, askFor } from "../shared/server.js";
import { serverConfig } from "./url.js";

const GRACE = 3000; // ms without a connection before it is worth an alarm
const STARTING = new Set(["starting", "waiting"]);
const ENDED = new Set(["dead", "restarting", "autorestarting", "terminating"]);

/**
 * Turn news of a kernel into a state. `changed(state)` hears "fine", "lost" (no connection; it may come back),
 * "refused" (the server wants to know who asks), "dead" (its memory is gone: a restarted kernel answers again, but
 * knows nothing of this page) or "failed" (it never began).
 */
export class KernelState {
  state = "fine";
  #timer = null;
  #answers = new Answers();
  #changed;
  #grace;

  constructor(changed, grace = GRACE) {
    this.#changed = changed;
    this.#grace = grace;
  }

  connected() {
    clearTimeout(this.#timer);
    this.#become("fine");
  }

  disconnected() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#become("lost"), this.#grace);
  }

  refused() {
    clearTimeout(this.#timer);
    this.#become("refused");
  }

  /** What the server says of the kernel, as the status of an HTTP answer. */
  answered(status) {
    const answer = this.#answers.read(status);
    if (answer === "gone") this.died();
    else if (answer === "refused") this.refused();
    else if (answer === "there" && this.state === "refused") this.connected();
  }

  died() {
    clearTimeout(this.#timer);
    this.#become("dead");
  }

  /** The kernel inside the page never began. */
  failed() {
    this.#become("failed");
  }

  #become(state) {
    if (this.state === "dead" || this.state === "failed" || this.state === state) return;
    this.state = state;
    this.#changed(state);
  }
}

/**
 * Follow the kernel of a page, whichever front end it is shown in. Where none can be seen, nothing is said.
 * Returns a function that asks for it: a kernel given up for idleness ends without a word on the line.
 */
export function watchKernel(manager, changed) {
  const pulse = new KernelState(changed);
  const kernel = manager?.kernel;
  if (document.documentElement.dataset.dpvizPage !== undefined) watchOwn(pulse);
  if (kernel?.connectionStatusChanged) watchJupyter(kernel, pulse);
  return () => (kernel?.check ? kernel.check() : askServer(kernel?.id, pulse));
}

async function askServer(id, pulse) {
  if (!id || pulse.state === "dead") return;
  const { token, baseUrl = "/" } = serverConfig();
  try {
    pulse.answered(await askFor(`${baseUrl}api/kernels/${id}`, token ? { Authorization: `token ${token}` } : {}));
  } catch {
    // No server either: the line itself is down, and whoever watches it says so.
  }
}

/** True while a kernel of a page that is shown already is on its way: what is asked of it waits. */
export function starting() {
  return STARTING.has(document.documentElement.dataset.dpvizKernel);
}

/** True while others come before it. */
export function waiting() {
  return document.documentElement.dataset.dpvizKernel === "waiting";
}

/** Resolves when it is there, or will not come. */
export function started() {
  if (!starting()) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const hear = () => {
      if (starting()) return;
      document.removeEventListener("dpviz-kernel", hear);
      resolve(undefined);
    };
    document.addEventListener("dpviz-kernel", hear);
  });
}

/** What the page's front end says of the kernel, if it says more than its state. */
export function kernelSays() {
  return document.documentElement.dataset.dpvizKernelSays ?? "";
}

// The front end that dpviz brings tells the document.
function watchOwn(pulse) {
  const hear = (status) => {
    if (status === "dead") pulse.died();
    else if (status === "failed") pulse.failed();
    else if (status === "refused") pulse.refused();
    else if (status === "disconnected") pulse.disconnected();
    else if (status === "connected" || STARTING.has(status)) pulse.connected();
  };
  document.addEventListener("dpviz-kernel", ({ detail }) => hear(detail.status));
  hear(document.documentElement.dataset.dpvizKernel);
}

// JupyterLab, and Voilà's own front end, have the same kernel connection.
function watchJupyter(kernel, pulse) {
  const onStatus = (_, status) => ENDED.has(status) && pulse.died();
  const onConnection = (_, status) => (status === "connected" ? pulse.connected() : pulse.disconnected());
  kernel.statusChanged.connect(onStatus);
  kernel.connectionStatusChanged.connect(onConnection);
  kernel.disposed?.connect(() => pulse.died());
  onStatus(kernel, kernel.status);
  if (kernel.connectionStatus !== "connected") pulse.disconnected();
}
