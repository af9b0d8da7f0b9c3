// The field's horizontal axis: a slider's steps at their true places, with marks at round values.
import { ticks } from "./curve.js";
import { format } from "./words.js";

const ROUNDED = 0.02; // by as much of itself a slider's text may be off its value
const BENT = 0.1; // of the range: a middle step that is off the middle by more is on no linear scale

/** As a slider writes its values: `{factor, suffix}`; null where its texts are no numbers. */
function writing(values, texts) {
  const parts = texts.map((text) => /^([−-]?[\d,]*\.?\d+)( ?%?)$/.exec(text));
  const suffix = parts[0]?.[2];
  const factor = suffix?.includes("%") ? 100 : 1;
  const read = ([, digits]) => Number(digits.replaceAll(",", "").replace("−", "-"));
  const same = (part, k) => part !== null && part[2] === suffix && Math.abs(read(part) - factor * values[k]) <= ROUNDED * Math.abs(factor * values[k]) + 1e-12;
  return parts.every(same) ? { factor, suffix } : null;
}

/** Round numbers from `low` to `high`, about `most`: the powers of ten, with 2 and 5 times them if there is room. */
function round(low, high, most) {
  const all = [];
  for (let k = Math.floor(Math.log10(low)); k <= Math.log10(high); k += 1) for (const digit of [1, 2, 5]) all.push(Number(`${digit}e${k}`));
  const within = all.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
  if (within.length <= most) return within;
  const powers = within.filter((value) => Number.isInteger(Number(Math.log10(value).toFixed(9))));
  if (powers.length < 2) return within.filter((_, k) => k % Math.ceil(within.length / most) === 0);
  return powers.filter((_, k) => k % Math.ceil(powers.length / most) === 0);
}

/** Where a value stands, in steps, maybe between two of them. */
function placeOf(value, steps) {
  const after = Math.max(1, steps.findIndex((step) => step >= value - 1e-9 * Math.abs(value)));
  const [low, high] = [steps[after - 1], steps[after]];
  // On a scale that is not linear a step is a factor.
  const share = low > 0 && high > 1.01 * low ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return after - 1 + share;
}

// Whether a slider's steps are even in their values ("linear") or in the logarithms ("log"); "" if in neither.
function scaleOf(steps) {
  const [low, high] = [steps[0], steps.at(-1)];
  const middle = steps[Math.floor((steps.length - 1) / 2)] + (steps.length % 2 ? 0 : (steps[steps.length / 2] - steps[steps.length / 2 - 1]) / 2);
  if (Math.abs(middle - (low + high) / 2) <= BENT * (high - low)) return "linear";
  return low > 0 ? "log" : "";
}

/** Where the steps stand on the axis, from 0 to 1: at their values, on the slider's scale. */
export function sharesOf(values, texts) {
  const scale = writing(values, texts) && values.at(-1) > values[0] ? scaleOf(values) : "";
  const at = { linear: (value) => value, log: Math.log }[scale];
  if (!at) return values.map((_, step) => (values.length > 1 ? step / (values.length - 1) : 0.5));
  const [low, high] = [at(values[0]), at(values.at(-1))];
  return values.map((value) => (at(value) - low) / (high - low));
}

/** About `most` of them: `[{at, text}]`, `at` in steps; every so many steps where the texts are no numbers. */
export function marks(values, texts, most) {
  const written = writing(values, texts);
  const steps = values.map((value) => value * (written?.factor ?? 1));
  const [low, high] = [steps[0], steps.at(-1)];
  if (!written || !(high > low)) {
    const stride = Math.max(1, Math.ceil((texts.length - 1) / Math.max(1, most - 1)));
    return texts.map((text, at) => ({ at, text })).filter(({ at }) => at % stride === 0);
  }
  const least = steps.find((step) => step > 0);
  const logarithmic = () => [...(low === 0 ? [0] : []), ...round(least, high, most)];
  const found = low < 0 || scaleOf(steps) === "linear" ? ticks({ low, high, scale: "linear" }, most) : logarithmic();
  const whole = steps.every(Number.isInteger) ? found.filter(Number.isInteger) : found;
  return whole.map((value) => ({ at: placeOf(value, steps), text: `${format(value)}${written.suffix}` }));
}
