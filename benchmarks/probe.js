// Put into every page that is measured: when was what the reader did answered by a painted change?
// Times are of the page's own clock, so what the benchmark itself does in between costs nothing.
(() => {
  const READ = {
    bars: (root) => Array.from(root.querySelectorAll(".bars path"), (path) => path.getAttribute("d")).join(),
    text: (root) => root.textContent,
  };
  let read = null; // what the picture looks like now
  let was = null; // and what it looked like before the reader did something
  let asked = null; // when that was
  let due = null; // the screen frame that shows the change
  let painted = null;
  let frame = 0;
  let inFrame = false;

  const turn = new MessageChannel();
  const tick = () => {
    frame += 1;
    inFrame = true;
    // A task runs only after the frame in which it was posted has been laid out and painted.
    turn.port2.postMessage(frame);
    if (read) requestAnimationFrame(tick);
  };
  turn.port1.onmessage = ({ data }) => {
    inFrame = false;
    if (due !== null && due <= data && painted === null) painted = performance.now();
  };
  const observer = new MutationObserver(() => {
    if (asked === null || due !== null || read() === was) return;
    due = inFrame ? frame : frame + 1;
  });
  const note = (event) => {
    if (was !== null && asked === null) asked = event.timeStamp;
  };
  for (const kind of ["keydown", "pointermove"]) addEventListener(kind, note, { capture: true, passive: true });

  window.probe = {
    /** Watch an element: its `bars`, or its `text`. */
    watch(selector, what) {
      const root = document.querySelector(selector);
      const idle = read === null;
      read = () => READ[what](root);
      observer.disconnect();
      observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ["d"] });
      if (idle) requestAnimationFrame(tick);
    },
    /** Resolves when the slider and what it moves are there; then the slider has the focus, and is watched. */
    async ready(slider, picture, what, wanted) {
      const there = () => document.querySelector(slider)?.checkVisibility() && document.querySelector(`${picture} ${wanted}`);
      while (!there()) {
        document.querySelector(slider)?.scrollIntoView({ block: "start" }); // in a link's state, pictures come when somebody is near
        await new Promise((go) => setTimeout(go, 5));
      }
      document.querySelector(slider).focus();
      this.watch(picture, what);
      this.arm();
    },
    rest() {
      read = was = null;
      observer.disconnect();
    },
    /** The next key or movement is the one to be answered. */
    arm() {
      asked = due = painted = null;
      was = read();
    },
    /** `{asked, painted}` in ms since the page was navigated to, or null if nothing came in time. */
    async answer(patience) {
      const end = performance.now() + patience;
      while (painted === null && performance.now() < end) await new Promise((go) => setTimeout(go, 4));
      was = null;
      return painted === null ? null : { asked, painted };
    },
  };
})();
