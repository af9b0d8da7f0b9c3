// Has the browser keep this page, of a site of plain files, so that it opens again without a network. All that happens
// once the page is there and its engine has begun, so that nothing waits for it.

const { serviceWorker } = navigator;
const root = document.documentElement;

/** Resolves when a target has told of an event, or when there is no need to wait for it. */
function hear(target, name, enough) {
  return new Promise((done) => {
    const look = () => enough() && done(undefined);
    target.addEventListener(name, look);
    look();
  });
}

/** Name to the worker what is open here: the page, and the pictures that it shows. */
function tell() {
  if (!serviceWorker.controller) return;
  const shown = [...document.images].filter((image) => image.getClientRects().length > 0);
  delete root.dataset.dpvizKept;
  serviceWorker.controller.postMessage({ keep: [location.href, ...shown.map((image) => image.src)] });
}

/** Say at the foot of the page that it may be taken along, once it may. */
function say() {
  const foot = document.querySelector(".dpviz-footer");
  if (!foot || !root.dataset.dpvizKept) return;
  let line = foot.querySelector("[role=status]");
  if (!line) foot.append((line = Object.assign(document.createElement("p"), { role: "status" })));
  line.textContent = "This browser has kept all of this page: it opens without a network too.";
}

async function main() {
  // Not in a frame of somebody else's page, where browsers keep a copy for each such host.
  if (!serviceWorker || !/^https?:$/.test(location.protocol) || window !== window.top) return;
  await hear(window, "load", () => document.readyState === "complete");
  if (document.getElementById("lesson")) {
    await hear(document, "dpviz-kernel", () => ["connected", "failed"].includes(root.dataset.dpvizKernel));
  }
  serviceWorker.addEventListener("message", ({ data }) => {
    if (!data?.kept) return;
    root.dataset.dpvizKept = data.missing.length === 0 ? data.kept : "";
    say();
  });
  serviceWorker.addEventListener("controllerchange", tell);
  await serviceWorker.register("sw.js", { updateViaCache: "none" });
  tell();
}

main().catch((error) => console.info(`This page will not open without a network: ${error.message}`));
