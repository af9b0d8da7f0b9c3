// The bench: an editor, a sandbox that runs what is in it, and a link that holds the code.
import { makeEditor } from "./editor.js";
import { Sandbox } from "./sandbox.js";

const config = JSON.parse(document.getElementById("bench-config").textContent);
const $ = (id) => /** @type {any} */ (document.getElementById(id));
const points = new Map(config.points.map((point) => [point.name, point]));
const WHY = {
  stuck: "Nothing came back for 20 seconds, so the code was stopped.",
  flood: "The code sent more than a page can take, and was stopped.",
  dead: "Python ended: the code took more memory than it may, or ended it.",
};

let test = "";
let awaited = false; // a run that has told nothing yet

const sandbox = config.files ? new Sandbox($("bench-picture"), config, hear) : null;
const editor = makeEditor({ place: $("bench-editor"), label: "bench-label", hint: "bench-hint", changed, run });

function say(words, wrong = "") {
  $("bench-state").textContent = words;
  $("bench-wrong").textContent = wrong;
}

function running(now) {
  $("bench-run").disabled = now;
  $("bench-stop").disabled = !now;
}

/** What lies below the window comes into it; the focus stays where it is. */
function see(picture) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (picture.getBoundingClientRect().top > 0.7 * innerHeight) picture.scrollIntoView({ behavior: still ? "auto" : "smooth" });
}

function hear(kind, value) {
  if (kind === "starting") say("Python is starting in your browser …", $("bench-wrong").textContent);
  else if (kind === "ready" && $("bench-stop").disabled) say("Python is ready.", $("bench-wrong").textContent);
  else if (kind === "failed") {
    running(false);
    say("", "Python did not start in this browser. Reload the page to try again.");
  } else if (kind === "wrong") {
    running(false);
    say("", value.line ? `Line ${value.line}: ${value.says}` : value.says);
    editor.mark(value.line, value.says);
  } else if (kind === "stopped") {
    running(false);
    say("Stopped.", WHY[value] ?? "");
  } else if (kind === "told") {
    test = value.test;
    if (awaited) see($("bench-picture"));
    awaited = false;
    running(!value.done);
    $("bench-copy").hidden = !(test && value.refuted);
    if (value.done) {
      say(value.refuted ? "The claim is refuted." : "Nothing found, which is no proof.");
    }
    const point = points.get($("bench-point").value);
    if (point) $("bench-after").textContent = point.after;
  }
}

function run() {
  if (!sandbox || $("bench-run").disabled) return;
  editor.mark(0);
  $("bench-copy").hidden = true;
  $("bench-after").textContent = "";
  running(true);
  awaited = true;
  say("Running …");
  sandbox.run(editor.text);
}

/** The address holds the code: a starting point by its name, anything else as it is. */
function changed() {
  const point = points.get($("bench-point").value);
  const own = editor.text;
  const hash = point?.code === own ? `point=${point.name}` : `code=${encodeURIComponent(own)}`;
  history.replaceState(history.state, "", `#${hash}`);
}

function choose(name) {
  $("bench-point").value = name;
  $("bench-after").textContent = "";
  editor.mark(0);
  editor.text = points.get(name).code;
}

function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
  const code = asked.get("code");
  const name = asked.get("point");
  if (code === null) return choose(points.has(name) ? name : config.points[0].name);
  $("bench-point").value = points.has(name) ? name : "";
  editor.text = code;
}

$("bench-point").addEventListener("change", () => $("bench-point").value && choose($("bench-point").value));
$("bench-run").addEventListener("click", run);
$("bench-stop").addEventListener("click", () => sandbox.stop());
$("bench-copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(test);
    say("The test is copied.");
  } catch {
    const box = $("bench-test");
    box.hidden = false;
    box.value = test;
    box.select();
  }
});
addEventListener("hashchange", readAddress);
readAddress();
sandbox?.open();
