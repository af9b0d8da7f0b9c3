// Is the kernel behind the page still there? Voilà says nothing when it is gone, so the page must find out.

const GRACE = 3000; // ms without a connection before it is worth an alarm
const GONE = new Set(["dead", "restarting", "autorestarting", "terminating"]);

/**
 * Follow the kernel of a widget manager (JupyterLab and Voilà give the same object); `changed(state, busy)`
 * hears "fine", "lost" (no connection; may come back) or "dead" (its memory is gone; stays so).
 * Returns the function that stops it. Where there is no kernel to see, nothing is ever said.
 */
export function watchKernel(manager, changed, { grace = GRACE } = {}) {
  const kernel = manager?.kernel;
  if (!kernel?.connectionStatusChanged) return () => {};
  let state = "fine";
  let timer = null;

  const tell = () => changed(state, kernel.status === "busy");
  const become = (next) => {
    if (state === "dead") return; // a restarted kernel answers again, but knows nothing of this page
    state = next;
    tell();
  };
  const onStatus = (_, status) => {
    if (GONE.has(status)) become("dead");
    else tell();
  };
  const onConnection = (_, status) => {
    clearTimeout(timer);
    if (status === "connected") become("fine");
    else timer = setTimeout(() => become("lost"), grace);
  };
  kernel.statusChanged.connect(onStatus);
  kernel.connectionStatusChanged.connect(onConnection);
  const onDisposed = () => become("dead");
  kernel.disposed?.connect(onDisposed);
  if (GONE.has(kernel.status)) become("dead");
  else if (kernel.connectionStatus !== "connected") onConnection(kernel, kernel.connectionStatus);
  return () => {
    clearTimeout(timer);
    kernel.statusChanged.disconnect(onStatus);
    kernel.connectionStatusChanged.disconnect(onConnection);
    kernel.disposed?.disconnect(onDisposed);
  };
}
