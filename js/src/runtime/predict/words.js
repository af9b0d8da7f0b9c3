// What is said to a prediction, in words.
import { clamp, joined, placed, valueAt } from "./curve.js";

const LEVEL = 0.08; // of the field's height: a curve that moves by less is level, a swing below it no turn
const CLOSE = 0.05; // mean distance
const NEAR = 0.12; // the largest distance of a curve that is close everywhere

/** How a question is worded that readers cannot know the answer to yet. */
export const PREDICTED = {
  check: "That is my prediction",
  right: "✓ As you said.",
  wrong: "✗ Not as it turns out.",
  skipped: "What happens:",
};

/** A number in the least digits that say it: `61 %`, `0.4 %`, `1 in 20,000`, `1,435`, `0.25`. */
export function format(value, percent = false) {
  if (value === Infinity || value === -Infinity) return value > 0 ? "∞" : "−∞";
  return percent ? share(value) : plain(value);
}

function plain(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const digits =
    size < 0.001 || size >= 1e9
      ? String(Number(size.toPrecision(2)).toExponential()).replace("e+", "e")
      : size >= 100
        ? Math.round(size).toLocaleString("en")
        : String(Number(size.toPrecision(3)));
  return `${value < 0 ? "−" : ""}${digits}`;
}

function share(value) {
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size === 0) return "0 %";
  if (size < 1e-9) return "less than 1 in a billion";
  if (size < 0.001) return `${sign}1 in ${Number((1 / size).toPrecision(2)).toLocaleString("en")}`;
  if (size < 0.0995) return `${sign}${Number((100 * size).toPrecision(2))} %`;
  if (size < 0.995 || size >= 1.005 || size === 1) return `${sign}${Math.round(100 * size)} %`;
  if (size < 0.9995) return `${sign}${(100 * size).toFixed(1)} %`;
  return size < 1 ? "more than 99.9 %" : `${sign}100 %`;
}

/** What was drawn, as a number: a hand is not more precise than a two-hundredth of the field. */
export function drew(height, field) {
  return format(valueAt(Math.round(200 * height) / 200, field), field.percent);
}

/** A value of the truth; beside a field from 0 to 100 there is no difference between 0 and a billionth. */
export function told(value, field) {
  const grain = (field.high - field.low) * 1e-4;
  const coarse = field.scale === "log" || field.percent || !Number.isFinite(value);
  return format(coarse ? value : Number((Math.round(value / grain) * grain).toPrecision(6)), field.percent);
}

/** A mark of the vertical axis: short. */
export function tick(value, { percent }) {
  return format(value, percent && (value === 0 || Math.abs(value) >= 0.001));
}

/** `n = 50`, from the slider's label and its text at a step: the symbol that the label begins with, or all of it. */
export function place(label, text) {
  if (text.includes("=")) return text;
  const name = label.split(/[,:]/)[0].trim();
  return `${/^[A-Z][a-z]/.test(name) ? name[0].toLowerCase() + name.slice(1) : name} = ${text}`;
}

/** The ways a curve goes, turn by turn: 1 for up, -1 for down; nothing for a level one. */
export function ways(heights) {
  const found = [];
  let low = Infinity;
  let high = -Infinity;
  for (const height of heights) {
    if (height === null) continue;
    const way = found.at(-1);
    // Of a curve that goes up, only its highest place counts for the next turn; of one that goes down, its lowest.
    if (way !== -1) high = Math.max(high, height);
    if (way !== 1) low = Math.min(low, height);
    if (way !== 1 && height - low >= LEVEL) {
      found.push(1);
      high = height;
    } else if (way !== -1 && high - height >= LEVEL) {
      found.push(-1);
      low = height;
    }
  }
  return found;
}

const ONE = { "": ["level", "hardly changes"], 1: ["rising", "rises"], "-1": ["falling", "falls"] };
const TWO = { "1,-1": ["rising and then falling", "rises and then falls"], "-1,1": ["falling and then rising", "falls and then rises"] };
const MORE = ["going up and down", "goes up and down"];

function said(found) {
  return ONE[found] ?? TWO[found] ?? MORE;
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * A drawing beside the truth, both heights, of which there is at least one pair: `{furthest, words}`, the step where
 * they are furthest apart and a judgement of the whole.
 */
export function judge(drawn, truth) {
  const steps = drawn.map((_, step) => step).filter((step) => drawn[step] !== null && truth[step] !== null);
  const off = steps.map((step) => drawn[step] - truth[step]);
  const sizes = off.map(Math.abs);
  const most = Math.max(...sizes);
  const furthest = steps[sizes.findIndex((size) => size >= most - 0.005)];
  return { furthest, words: opinion(off, mean(sizes), most, ...[drawn, truth].map((curve) => ways(steps.map((step) => curve[step])))) };
}

function opinion(off, distance, most, mine, its) {
  if (distance <= CLOSE) return most <= NEAR ? "Close everywhere." : "Close nearly everywhere.";
  const [[did], [, does]] = [said(mine), said(its)];
  if (said(mine) !== said(its)) return `You drew it ${did}; it ${does}.`;
  const shift = mean(off);
  const rest = mean(off.map((each) => Math.abs(each - shift)));
  const side = (each) => (each < 0 ? "low" : "high");
  const right = its.length === 0 ? "It hardly changes, as you drew it," : rest <= CLOSE ? "The right shape," : its.length === 1 ? `It ${does}, as you drew it,` : "The right turns,";
  if (Math.abs(shift) >= 0.8 * distance) return `${right} but you drew it too ${side(shift)}.`;
  const middle = Math.ceil(off.length / 2);
  const [first, last] = [mean(off.slice(0, middle)), mean(off.slice(-middle))];
  if (first * last < 0 && Math.min(Math.abs(first), Math.abs(last)) >= CLOSE / 2) {
    return `${right} but too ${side(first)} on the left and too ${side(last)} on the right.`;
  }
  return `${right} but not quite where you drew it.`;
}

/**
 * All that is said to a drawing: `{words, numbers}`, a judgement and where it was furthest off. `numbers` of the truth
 * are one a step; `texts` are the slider's.
 */
export function compare({ heights, numbers, field, texts, label }) {
  const drawn = joined(heights);
  const truth = numbers.map((number) => placed(number, field));
  const shown = truth.map((height) => (height === null ? null : clamp(height)));
  if (!drawn.some((height, step) => height !== null && shown[step] !== null)) {
    return { words: "There is nothing to compare where you drew.", numbers: "" };
  }
  const { furthest, words } = judge(drawn, shown);
  const mine = drew(drawn[furthest], field);
  const its = told(numbers[furthest], field);
  const beyond = truth[furthest] > 1 + 1e-9 ? ", beyond the top of the field" : truth[furthest] < -1e-9 ? ", below the field" : "";
  const at = place(label, texts[furthest]);
  const far = mine === its ? "" : `At ${at} you drew ${mine}; it is ${its}${beyond}.`;
  return { words, numbers: [far, piece(drawn, texts, label)].filter(Boolean).join(" ") };
}

/** What the truth is at its two ends, for whoever drew nothing. */
export function ends({ numbers, field, texts, label }) {
  const [first, last] = [numbers.findIndex((number) => number !== null), numbers.findLastIndex((number) => number !== null)];
  if (first === last) return "";
  const at = (step) => `${told(numbers[step], field)} at ${place(label, texts[step])}`;
  return `It is ${at(first)}, and ${at(last)}.`;
}

// What was compared, if that is not nearly all.
function piece(drawn, texts, label) {
  const first = drawn.findIndex((height) => height !== null);
  const last = drawn.findLastIndex((height) => height !== null);
  if (last - first >= 0.9 * (drawn.length - 1)) return "";
  return `Only what you drew is compared, from ${place(label, texts[first])} to ${place(label, texts[last])}.`;
}
