// A curve that the reader draws along a slider, before the truth is drawn over it: in a field of its own, or where the
// picture shows it, in the picture's own axes.
import { make, uniqueId } from "../dom.js";
import { started, starting } from "../kernel_state.js";
import { write } from "../question.js";
import { onChange } from "../traits.js";
import { clamp, joined, onto, placed, reach, valueAt } from "./curve.js";
import { drawnOf, keepDrawn } from "./drawn.js";
import { panelOf } from "./panel.js";
import { Sketch } from "./sketch.js";
import { stateOf, truthOf } from "./truth.js";
import { compare, ends } from "./words.js";

const LOW = 90; // px: in a panel that is lower nobody can draw
const ENOUGH = 3; // handles that a drawing must reach over to be compared
const HELP =
  "Draw with the mouse or a finger. By keyboard: the arrow keys up and down move a point, left and right go to the next one.";
const SLOW = 400; // ms before it is said that the truth is being computed
const NOT_NOW = "The truth cannot be drawn just now";

export function renderPrediction({ model, el, lesson }) {
  const get = (name) => model.get(name);
  const field = () => ({ ...(panel?.field ?? { low: get("low"), high: get("high"), scale: get("scale") }), percent: get("percent") });
  const prompt = make("span");
  const asked = make("p", { class: "dpv-question-prompt", id: uniqueId("prediction") }, make("span", { class: "dpv-question-kind", text: "Predict" }), " ", prompt);
  const help = make("p", { class: "dpv-help", id: uniqueId("help"), text: HELP });
  const feedback = make("p", { class: "dpv-feedback", role: "status" });
  const show = make("button", { type: "button", class: "dpv-button", text: "Show the truth" });
  const again = make("button", { type: "button", class: "dpv-button", text: "Start again" });
  const skip = make("button", { type: "button", class: "dpv-button", text: "Skip" });
  const sketch = new Sketch({
    what: () => ({ label: get("label"), axis: get("axis_label"), values: get("values"), texts: get("texts"), field: field() }),
    changed: () => {
      say("");
      dress();
    },
  });
  sketch.group.setAttribute("aria-describedby", `${asked.id} ${help.id}`);
  const buttons = make("div", { class: "dpv-answer" }, show, skip, again);
  const root = make("div", { class: "dpviz dpv-question dpv-prediction", role: "group", "aria-labelledby": asked.id }, asked, help, sketch.element, buttons, feedback);
  el.replaceChildren(root);

  let steps = []; // of the slider, when the drawing was made
  let truth = null; // {numbers, state} that is drawn
  let skipped = false;
  let under = null; // the picture over which it is drawn
  let panel = null; // where
  let waiting = 0; // counts what the kernel was asked for; only the last answer counts

  const enough = () => reach(sketch.heights, sketch.handles.map(({ step }) => step)) >= Math.min(ENOUGH, sketch.handles.length);

  const say = (words, rest = "", aloud = true) => {
    feedback.setAttribute("aria-live", aloud ? "polite" : "off");
    const said = make("span");
    write(said, rest);
    feedback.replaceChildren(...(words ? [make("strong", { text: words })] : []), ...(rest ? [" ", said] : []));
  };

  const dress = () => {
    const drawn = sketch.heights.some((height) => height !== null);
    show.setAttribute("aria-disabled", String(!enough()));
    show.classList.toggle("dpv-primary", enough());
    const held = /** @type {HTMLElement} */ (document.activeElement);
    show.hidden = skip.hidden = truth !== null;
    again.hidden = !drawn && truth === null;
    if (!held?.hidden || !root.contains(held)) return;
    if (again.checkVisibility()) again.focus();
    else sketch.focus();
  };

  const draw = (known, reveal) => {
    truth = { numbers: onto(known.values, known.numbers, steps), state: stateOf(lesson, get("axis")) };
    sketch.locked = true;
    sketch.show(truth.numbers.map((number) => placed(number, field())), reveal);
  };

  // Another place has other axes: the drawing keeps its values.
  const measure = () => {
    let found = under ? panelOf(under.plot, get("panel"), steps) : null;
    const over = under !== null && (!found || found.box.bottom - found.box.top >= LOW);
    if (!over) found = null;
    root.classList.toggle("dpv-on-picture", over);
    if (over && sketch.stage.nextElementSibling !== under.asked) under.asked.before(sketch.stage);
    if (!over && sketch.stage.parentElement !== sketch.element) sketch.top.after(sketch.stage);
    sketch.stage.hidden = over && !found; // not drawn yet
    if (JSON.stringify(found) === JSON.stringify(panel)) return;
    const before = field();
    panel = found;
    const now = field();
    sketch.heights = sketch.heights.map((height) => (height === null ? null : clamp(placed(valueAt(height, before), now))));
    sketch.over(panel);
    if (truth) sketch.show(truth.numbers.map((number) => placed(number, now)));
  };

  /** Draw over a chart's plot, or in its own place among the words. */
  const over = (chart) => {
    if (!get("panel") || chart === under) return;
    under?.drawn.delete(measure);
    under = chart;
    under?.drawn.add(measure);
    measure();
  };

  const explain = (before = "") => {
    const known = { numbers: truth.numbers, field: field(), texts: get("texts"), label: get("axis_label") };
    const { words, numbers } = skipped
      ? { words: "What happens:", numbers: ends(known) }
      : compare({ ...known, heights: sketch.heights });
    say(words, [before, numbers, get("why")].filter(Boolean).join(" "), !before);
  };

  const why = () => {
    if (lesson.kernel !== "fine") return `${NOT_NOW}: the computation behind this page does not answer.`;
    const doing = lesson.charts.get(get("picture"))?.fraction >= 0;
    return `${NOT_NOW}: ${doing ? "the picture is still being computed" : "the picture is not there yet"}. Try it again when it is.`;
  };

  const answered = (kind) => {
    for (const hear of [...lesson.answered]) hear(get("name"), kind);
  };

  const reveal = async (kind) => {
    const mine = (waiting += 1);
    let over = false;
    const tell = () => !over && mine === waiting && say("", starting() ? "The engine is starting …" : "The truth is being computed …");
    const slow = setTimeout(() => {
      if (starting()) started().then(tell);
      tell();
    }, SLOW);
    const known = await truthOf(lesson, { picture: get("picture"), axis: get("axis"), value: get("value"), fetch: true });
    clearTimeout(slow);
    over = true;
    if (mine !== waiting) return;
    if (!known) {
      say("", `${why()} Your drawing stays.`);
      return;
    }
    skipped = kind === "skipped";
    draw(known, true);
    explain();
    dress();
    if (kind !== "drawn") return;
    const numbers = joined(sketch.heights).map((height) => (height === null ? null : valueAt(height, field())));
    keepDrawn(get("name"), { values: steps, numbers });
    answered(kind);
    // Over the picture nothing is left to open, and drawn once more it would be drawn after it.
    if (panel) root.classList.add("dpv-answered");
  };

  // Something else was moved: the truth is that of the present state.
  const renew = async () => {
    if (!truth) return;
    const mine = (waiting += 1);
    const known = await truthOf(lesson, { picture: get("picture"), axis: get("axis"), value: get("value"), fetch: false });
    if (mine !== waiting || !truth) return;
    if (known) {
      const before = truth;
      draw(known, false);
      const same = JSON.stringify(before.numbers) === JSON.stringify(truth.numbers);
      if (!same) explain("You have moved something since: the truth is drawn for the page as it is now.");
    } else if (lesson.kernel === "fine" && truth.state !== stateOf(lesson, get("axis"))) {
      truth = null;
      sketch.locked = false;
      sketch.show(null);
      say("", `You have moved something since. ${why()}`, false);
      dress();
    }
  };

  show.addEventListener("click", () => {
    if (enough()) reveal("drawn");
    else say("", `Draw a longer piece first: over at least ${ENOUGH} of the ${sketch.handles.length} points. Or skip it.`);
  });
  skip.addEventListener("click", () => {
    answered("skipped"); // the truth may take a while
    reveal("skipped");
  });
  again.addEventListener("click", () => {
    waiting += 1;
    truth = null;
    keepDrawn(get("name"), undefined);
    sketch.clear();
    say("");
    dress();
  });

  const reword = () => {
    write(prompt, get("prompt"));
    const values = get("values");
    if (JSON.stringify(values) !== JSON.stringify(steps)) {
      const drawn = steps.length ? onto(steps, joined(sketch.heights), values) : values.map(() => null);
      const shown = truth && onto(steps, truth.numbers, values);
      steps = values;
      sketch.heights = drawn;
      if (truth) {
        truth.numbers = shown;
        sketch.show(shown.map((number) => placed(number, field())));
      }
    }
    measure();
    sketch.dress();
    dress();
  };
  const unlisten = onChange(model, ["prompt", "label", "axis_label", "texts", "values", "low", "high", "scale"], reword);
  // After the page has taken note of it too: the state is in the address then.
  const unsubscribe = lesson.subscribe(() => lesson.busy || setTimeout(renew));
  reword();
  // What was drawn at an earlier visit stands there again, and has its truth when it is looked at.
  const before = lesson.app ? drawnOf(get("name")) : null;
  const seen = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    seen.disconnect();
    if (!truth) reveal("kept");
  });
  if (before) {
    const height = (value) => (value === null ? null : clamp(placed(value, field())));
    sketch.heights = onto(before.values, before.numbers, steps).map(height);
    sketch.paint();
    dress();
    seen.observe(root);
  }
  const unask = lesson.veils.ask({ name: get("name"), picture: get("picture"), element: root, home: el, stays: () => !panel, over });
  return () => {
    unask();
    seen.disconnect();
    over(null);
    unlisten();
    unsubscribe();
    sketch.dispose();
  };
}
