// The page's own line: theme, link, what went wrong, and the alarm when the kernel is gone.
import { make, setText, uniqueId } from "./dom.js";
import { kernelSays, starting, waiting } from "./kernel_state.js";
import { offerPresentation } from "./present/index.js";
import { shareButton } from "./share/share.js";
import { merge, writeQuery } from "./url.js";

const SLOW = 300; // ms before the page says that it is computing

const GONE = {
  lost: "The connection to the computer behind this page is lost.",
  refused: "The server no longer answers this page: you may have to sign in again.",
  dead: "The computation behind this page has ended.",
  failed: "The engine of this page could not start in this browser.",
};
const STILL = "Pictures still follow the slider in your hand; nothing else can be computed.";

export function renderPage({ model, el, lesson, theme, app }) {
  const busy = make("span", { class: "dpv-busy", role: "status" });
  const caveat = make("p", { class: "dpv-caveat" });
  const problems = make("div", { class: "dpv-problems", role: "alert" });
  const banner = make("div", { class: "dpv-alarm", role: "alert" });
  const tools = make("div", { class: "dpv-tools" }, busy, ...(app ? [shareButton(), ...themeChoice(theme)] : []));
  const bar = make("div", { class: "dpv-bar" }, caveat);
  const root = make("div", { class: "dpviz dpv-page" }, bar);
  // They stand at the lower edge of the window: seen wherever the reader is just now.
  const notices = make("div", { class: "dpviz dpv-notices" }, problems, banner);
  el.replaceChildren(root);
  document.body.append(notices);
  // … and the end of the page can still be scrolled clear of them.
  const room = new ResizeObserver(() => (document.body.style.paddingBottom = notices.offsetHeight ? `${notices.offsetHeight + 32}px` : ""));
  if (app) room.observe(notices);
  // A page of ours has a header for it; elsewhere the tools stand where the widget does.
  const header = app ? document.querySelector(".dpviz-header") : null;
  if (header) {
    tools.classList.add("dpviz");
    header.append(tools);
  } else bar.append(tools);
  const withdraw = app ? offerPresentation({ lesson, tools }) : () => {};

  // Said once: the foot of our own pages has it already.
  caveat.hidden = app && document.querySelector(".dpviz-footer") !== null;
  const showCaveat = () => setText(caveat, model.get("caveat"));
  const showProblems = () => problems.replaceChildren(...model.get("problems").map((problem) => problemLine(problem)));
  // Not before the kernel has read the link, or it would be lost; not while it owes an answer, or what the reader has
  // just set would be.
  const showQuery = () => {
    if (!app || !lesson.restored || lesson.busy || lesson.kernel !== "fine") return;
    for (const name of model.get("names") ?? []) lesson.names.add(name);
    const search = merge(location.search, model.get("query"), lesson.names);
    if (search !== location.search) writeQuery(search);
  };
  let timer = null;
  const showState = () => {
    showBanner(banner, lesson.kernel, app);
    showQuery();
    busy.setAttribute("aria-busy", String(lesson.busy)); // at once, what it says only after a while
    if (!lesson.busy && !waiting()) {
      clearTimeout(timer);
      timer = null;
      setText(busy, "");
    } else timer ??= setTimeout(say, SLOW);
    if (busy.textContent) say();
  };
  const waits = () => kernelSays() || (lesson.arriving ? "The engine is starting; then comes the state of the link …" : "The engine is starting …");
  // What keeps a kernel from coming is said to those too who ask nothing of it yet.
  const say = () => setText(busy, starting() ? waits() : lesson.busy ? "Computing …" : "");
  model.on("change:caveat", showCaveat);
  model.on("change:problems", showProblems);
  model.on("change:query", showQuery);
  const unsubscribe = lesson.subscribe(showState);
  document.addEventListener("dpviz-kernel", showState); // started: it is computing now
  showCaveat();
  showProblems();
  showState();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener("dpviz-kernel", showState);
    withdraw();
    notices.remove();
    room.disconnect();
    if (app) document.body.style.paddingBottom = "";
    tools.remove();
    model.off("change:caveat", showCaveat);
    model.off("change:problems", showProblems);
    model.off("change:query", showQuery);
  };
}

function problemLine({ parameter, message }) {
  const line = make("p", { class: "dpv-problem" });
  const named = parameter && !message.startsWith(parameter); // most messages begin with the parameter's name
  const words = make("span", {}, named ? make("strong", { text: `${parameter}: ` }) : "", message);
  const close = make("button", { type: "button", class: "dpv-button", "aria-label": "Dismiss", text: "✕", on: { click: () => line.remove() } });
  line.append(words, close);
  return line;
}

function themeChoice(theme) {
  const id = uniqueId("theme");
  const names = [["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]];
  const select = make("select", { id }, ...names.map(([value, text]) => make("option", { value, text })));
  select.value = theme.choice;
  select.addEventListener("change", () => (theme.choice = select.value));
  return [make("label", { for: id, text: "Theme" }), select];
}

function showBanner(banner, kernel, app) {
  if (kernel === "fine") {
    banner.replaceChildren();
    return;
  }
  if (banner.dataset.kernel === kernel && banner.hasChildNodes()) return;
  banner.dataset.kernel = kernel;
  const words = make("span", {}, make("strong", { text: kernelSays() || GONE[kernel] }), ` ${STILL}`);
  const reload = make("button", { type: "button", class: "dpv-button", text: "Reload", on: { click: () => location.reload() } });
  banner.replaceChildren(words, app ? reload : make("span", { text: "Run the notebook's cells again." }));
}
