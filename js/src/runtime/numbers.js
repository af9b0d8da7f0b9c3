// Numbers as a page shows them and as a reader types them.

const RAISED = /[⁻⁰¹²³⁴-⁹]+/g;
const DECIMAL = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?";
const NUMBER = new RegExp(`^${DECIMAL}$`, "i");
const COMPOUND = new RegExp(`^(?:(${DECIMAL})[·×*])?(${DECIMAL})([/^])(${DECIMAL})$`, "i");
const IN_WORDS = /[-−]?\.?\d[\d.,]*(?:e[-−+]?\d+)?(?:\s?[·×]\s?10)?[⁻⁰¹²³⁴-⁹]*/i;

/** The number that was typed, or NaN: `.5`, `0,5`, `1,000`, `−3`, `1e-5`, `10^-5`, `2·10⁻⁵`, `1/3`. */
export function numberOf(typed) {
  const plain = typed.replace(RAISED, (power) => `^${power}`).normalize("NFKC").replace(/[−–]/g, "-").replace(/\s/g, "");
  const grouped = /^[-+]?[1-9]\d{0,2}(,\d{3})+(?!\d)/.test(plain);
  const text = grouped ? plain.replaceAll(",", "") : plain.replace(",", ".");
  if (NUMBER.test(text)) return Number(text);
  const [, times = "1", first, sign, second] = COMPOUND.exec(text) ?? [];
  if (sign === "/") return (Number(times) * Number(first)) / Number(second);
  // Digits say a power of ten exactly, a product need not.
  return first === "10" ? Number(`${times}e${second}`) : Number(times) * Number(first) ** Number(second);
}

/** The first number in a text between what stands before and after it: `["ε = ", "0.5", ""]`; null if there is none. */
export function around(text) {
  const found = IN_WORDS.exec(text);
  return found && [text.slice(0, found.index), found[0], text.slice(found.index + found[0].length)];
}

/**
 * How numbers are typed for a slider whose `values` are shown as `texts`; null if these are words.
 *
 * `read(typed)`: the value, or NaN if that is no number between the ends. `exact`: any number there is a value; else, where
 * the texts say something that follows from the values, the nearest of those on the list is meant. `range`: in words.
 */
export function scaleOf(values, texts) {
  const parts = texts.map(around);
  if (parts.includes(null)) return null;
  const shown = parts.map(([, number]) => numberOf(number));
  const unit = parts[0][2].trim();
  const times = unit.startsWith("%") ? 100 : 1;
  const last = values.length - 1;
  const [low, high] = [shown[0], shown[last]].sort((a, b) => a - b);
  const exact = values.every((value, i) => Math.abs(shown[i] - times * value) <= 0.06 * Math.abs(times * value));
  const whole = exact && values.every(Number.isInteger);
  const read = (typed) => {
    const bare = typed.replace(unit, "");
    const number = numberOf(times === 100 ? bare.replace("%", "") : bare);
    if (!(number >= low && number <= high) || (whole && !Number.isInteger(number))) return NaN;
    const far = shown.map((one) => Math.abs(one - number));
    const near = far.indexOf(Math.min(...far));
    // The ends as they are, which their texts may have rounded.
    return exact && number !== low && number !== high ? Number((number / times).toPrecision(12)) : values[near];
  };
  return { read, exact, range: `${whole ? "a whole number" : "a number"} from ${texts[0]} to ${texts[last]}` };
}
