// Two sentences of one picture, and by how much their numbers differ.

// A number that is no part of a name: 4.2, 1,753, −0.5, 3.1e-7, 10⁻⁶, 3.1 × 10⁻⁷, ∞.
const NUMBER = /(?<![\p{L}\d.,_⁻⁰¹²³⁴-⁹])(?:(?<![^\s(“])[-−+])?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e[-+]?\d+)?(?:·10| × 10(?=[⁻⁰¹²³⁴-⁹]))?[⁻⁰¹²³⁴-⁹]*|∞/gu;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The number a text stands for. */
export function numberOf(text) {
  if (text === "∞") return Infinity;
  const [, digits, power] = text.replaceAll(",", "").replace("−", "-").match(/^([^⁻⁰¹²³⁴-⁹]*)([⁻⁰¹²³⁴-⁹]*)$/u);
  if (!power) return Number(digits);
  const exponent = Number([...power].map((sign) => (sign === "⁻" ? "-" : SUPERSCRIPTS.indexOf(sign))).join(""));
  const [factor, base] = /[·×]/.test(digits) ? digits.split(/ ?[·×] ?/).map(Number) : [1, Number(digits)];
  return factor * base ** exponent;
}

/** By how much `to` is more than `from`, in as many digits as they have: "+1.9", "−0.02"; "" if that is no number. */
export function change(from, to) {
  const by = numberOf(to) - numberOf(from);
  if (!Number.isFinite(by)) return "";
  const sign = by < 0 ? "−" : "+";
  if (/[e⁻⁰¹²³⁴-⁹]/u.test(from + to)) return sign + String(Number(Math.abs(by).toPrecision(2)));
  const decimals = Math.max(...[from, to].map((text) => text.split(".")[1]?.length ?? 0));
  const grouped = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: (from + to).includes(",") };
  return sign + Math.abs(by).toLocaleString("en", grouped);
}

const sentences = (text) => text.split(/(?<=[.!?])\s+/u).filter(Boolean);

// Numbers with a place each, per cent signs, words and punctuation.
function tokens(text) {
  const pieces = [];
  let at = 0;
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    pieces.push(...words(text, at, index), { is: "#", number, at: index });
    at = index + number.length;
  }
  return [...pieces, ...words(text, at, text.length)];
}

function words(text, from, to) {
  return [...text.slice(from, to).matchAll(/[\p{L}\p{M}'’]+|[^\s\p{L}]/gu)].map(({ 0: is, index }) => ({ is, at: from + index }));
}

const STOP = /^[.,;:!?]$/;
const agree = (a, b) => a?.is === b?.is || [a, b].every((one) => !one || STOP.test(one.is));

// The places of numbers in both, as far as the sentences agree from their beginning on, the word after a number
// included; and whether they agree to their end.
function paired(before, after) {
  let same = 0;
  while (same < after.length && before[same]?.is === after[same].is) same += 1;
  const next = (k) => (after[k + 1]?.is === "%" ? k + 2 : k + 1);
  const numbers = [...after.keys()].filter((k) => k < same && after[k].is === "#" && next(k) <= same && agree(before[next(k)], after[next(k)]));
  return { numbers, whole: same === after.length && same === before.length };
}

/**
 * What the sentences of `after` and `before` have in common but for their numbers, as parts: a text, or
 * `{from, to, by}` for a number that differs; percents differ by percentage points. Sentences that are the same, or
 * agree up to some point, are there; [] if no number of such a one differs.
 */
export function difference(before, after) {
  const earlier = sentences(before).map(tokens);
  const later = sentences(after).map((text) => ({ text, now: tokens(text) }));
  // First those that agree as a whole: another's beginning must not take their partner.
  for (const whole of [true, false]) {
    for (const one of later) {
      if (one.match) continue;
      const place = earlier.findIndex((then) => {
        const pair = paired(then, one.now);
        return whole ? pair.whole : pair.numbers.length > 0 && pair.numbers[0] > 0;
      });
      if (place >= 0) one.match = { partner: earlier[place], ...paired(earlier[place], one.now) };
      if (place >= 0) earlier.splice(place, 1);
    }
  }
  const parts = [];
  for (const { text, now, match } of later) {
    const moved = (match?.numbers ?? []).filter((k) => match.partner[k].number !== now[k].number);
    if (!moved.length) continue;
    if (parts.length) parts.push(" ");
    let at = 0;
    for (const k of moved) {
      const [from, to] = [match.partner[k].number, now[k].number];
      const end = now[k].at + to.length;
      const unit = text.slice(end).match(/^\s?%/u)?.[0] ?? "";
      const by = change(from, to);
      parts.push(text.slice(at, now[k].at), { from: from + unit, to: to + unit, by: by && unit ? `${by} percentage points` : by });
      at = end + unit.length;
    }
    parts.push(match.whole ? text.slice(at) : " …");
  }
  return parts.filter((part) => part !== "");
}
