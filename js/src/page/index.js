// The front end of a lesson page: a kernel (behind a websocket, or inside the page), and the widgets that came out of
// the cells.
//
// Voilà's own front end is JupyterLab's: a hundred requests and about two seconds of script before the first widget.
// Our widgets are anywidgets, which need little of it, so this file and its neighbours speak the kernel's protocol
// directly. A page that shows any other widget gets Voilà's full front end instead.

import { xsrfToken } from "../shared/server.js";
import { ForkedKernel } from "./kernel/forked.js";
import { SocketKernel } from "./kernel/socket.js";
import { WorkerKernel } from "./kernel/worker.js";
import { setLate } from "./maths.js";
import { Manager } from "./models.js";

const page = window.dpvizPage;
const SLICE = 30; // ms of building panels before the page answers its reader

/** Ids of the widgets to show, with the places they go to. */
function places() {
  return [...document.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]')].map((script) => ({
    id: JSON.parse(script.textContent).data["application/vnd.jupyter.widget-view+json"].model_id,
    place: script.parentElement,
  }));
}

/** Of a page with one picture (`?only=`), that picture, and the page's own line, which speaks with the kernel. */
async function asked(manager, wanted) {
  if (!document.documentElement.dataset.dpvizOnly) return wanted;
  const models = await Promise.all(wanted.map(({ id }) => manager.get_model(id)));
  return wanted.filter(({ place }, i) => models[i].get("kind") === "page" || getComputedStyle(place.parentElement).display !== "none");
}

function fullFrontEnd(config) {
  // It begins at the window's "load", which may be over.
  const add = window.addEventListener;
  window.addEventListener = function (type, listener, ...options) {
    if (type === "load" && document.readyState === "complete") setTimeout(listener);
    else add.call(this, type, listener, ...options);
  };
  const script = document.createElement("script");
  script.src = `${config.fullStaticUrl}/voila.js`;
  document.body.append(script);
}

function notice(text) {
  if (document.querySelector(".dpviz-gone")) return;
  const box = document.createElement("p");
  box.className = "dpviz-notice dpviz-gone";
  box.setAttribute("role", "alert");
  const again = document.createElement("a");
  again.href = location.href;
  again.textContent = "Reload the page";
  box.append(`${text} `, again, " to go on from the state in its address.");
  document.body.append(box);
}

/**
 * Tell the widgets how the kernel is: "starting", "waiting" (for others), "connected", "disconnected", "refused" (the
 * server wants a login), "dead" or "failed" (it never began); in words, if there are better ones than the widgets have;
 * whether it is another one than before, which knows nothing of this page; and whether the page may have missed an answer.
 */
function announce(status, words = "", { another = false, missed = false } = {}) {
  window.dpvizKernel = status;
  const { dataset } = document.documentElement;
  dataset.dpvizKernel = status;
  dataset.dpvizKernelSays = words;
  document.dispatchEvent(new CustomEvent("dpviz-kernel", { detail: { status, another, missed } }));
}

/** What scrolls sideways can be reached by the keyboard, and only while it scrolls. */
function reachable() {
  for (const box of document.querySelectorAll("main pre:not(.dpv-code *), .dpviz-formula, .dpviz-scroll")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

/** The picture that the address names stays in view while those above it arrive, until the reader moves. */
function stay() {
  let name = location.hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // No name that anybody wrote.
  }
  const target = document.getElementById(name);
  if (!target) return;
  const watch = new ResizeObserver(() => target.scrollIntoView());
  watch.observe(document.querySelector("main"));
  for (const move of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(move, () => watch.disconnect(), { once: true, passive: true });
  }
}

/** The kernel of a page that a server made. */
function served(config, id) {
  const kernel = id
    ? new SocketKernel({ address: `${config.baseUrl}api/kernels/${id}`, onStatus: announce })
    : new ForkedKernel({
        state: config.dpvizFiles.state, kernels: config.dpvizKernels, home: `${config.baseUrl}dpviz/kernels/`,
        asked: page.asked, onStatus: announce,
      });
  addEventListener("pagehide", () => {
    kernel.close();
    if (!id) return;
    const form = new FormData();
    form.append("_xsrf", xsrfToken());
    navigator.sendBeacon(`${config.baseUrl}voila/api/shutdown/${id}`, form);
  });
  // Coming back to a page whose kernel was given up: start afresh from the state in the address.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  // Without this cookie the server would not believe that it is us who give the kernel back.
  const home = document.querySelector("a[rel=home]")?.getAttribute("href") ?? `${config.baseUrl}voila/tree`;
  if (!xsrfToken()) fetch(home).catch(() => {});
  return kernel;
}

async function showOne(manager, { id, place }) {
  try {
    await manager.show(id, place);
  } catch (error) {
    console.error(error);
    place.textContent = "This part of the page could not be shown.";
  }
}

function inView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Resolves when the next frame is painted; in a window that nobody sees there may be none. */
function frame() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

async function main() {
  const kernelId = await page.kernel;
  const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const inPage = config.dpvizFiles && !config.dpvizKernels;
  const kernel = inPage ? new WorkerKernel({ files: config.dpvizFiles, onStatus: announce }) : served(config, kernelId);
  const manager = new Manager(kernel); // hears of each widget while the cells run
  document.addEventListener("dpviz-kernel", ({ detail }) => detail.missed && manager.refresh());
  const open = kernel.open();
  await page.cells;
  reachable();
  addEventListener("resize", reachable);
  await open;
  const wanted = places();
  if (wanted.length === 0) return;
  await manager.load();
  if (!wanted.every(({ id }) => manager.canShow(id))) {
    kernel.close();
    fullFrontEnd(config);
    return;
  }
  const shown = await asked(manager, wanted);
  // What the reader sees is built and painted before the rest, which is most of the page.
  const seen = new Set(shown.filter(({ place }) => inView(place.parentElement)));
  for (const one of seen) await showOne(manager, one);
  if (seen.size) await frame();
  let since = performance.now();
  for (const one of shown) {
    if (seen.has(one)) continue;
    await showOne(manager, one);
    if (document.hidden || performance.now() - since < SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve)); // in between the page can answer its reader
    since = performance.now();
  }
  reachable();
  document.documentElement.dataset.dpvizReady = "";
}

/** Do it once the document has ended, which it may have done before this script came. */
function atTheEnd(action) {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", action);
  else action();
}

atTheEnd(stay);
atTheEnd(() => setLate().catch(() => {})); // without it the system's fonts do
atTheEnd(() =>
  // The document ended: if the cells did not get through, the server failed half-way.
  Promise.race([page.cells, Promise.resolve("late")]).then((first) => {
    if (first === "late") notice("The pictures of this page could not be prepared.");
  }),
);

main().catch((error) => {
  console.error(error);
  notice("The pictures of this page could not be prepared.");
});
