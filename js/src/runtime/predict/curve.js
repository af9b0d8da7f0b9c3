// A curve as heights in a field, one a step of the slider: 0 at its lower edge, 1 at the upper one, null for a gap.

/** Where a value stands in the field `{low, high, scale}`: below 0 or above 1 if it is beyond; null for none. */
export function placed(value, { low, high, scale }) {
  if (value === null || value === undefined || Number.isNaN(value)) return null;
  if (scale !== "log") return (value - low) / (high - low);
  return value > 0 ? Math.log(value / low) / Math.log(high / low) : -Infinity;
}

/** The value at a height. */
export function valueAt(height, { low, high, scale }) {
  return scale === "log" ? low * (high / low) ** height : low + height * (high - low);
}

export function clamp(height) {
  return Math.min(1, Math.max(0, height));
}

/** Draw a piece of a stroke: what it passes over takes its heights. Places are in steps and may lie between two. */
export function stroke(heights, from, to) {
  const drawn = [...heights];
  const [left, right] = from.at <= to.at ? [from, to] : [to, from];
  for (let step = Math.ceil(left.at); step <= Math.floor(right.at); step += 1) {
    const share = right.at > left.at ? (step - left.at) / (right.at - left.at) : 1;
    drawn[step] = clamp(left.height + share * (right.height - left.height));
  }
  const nearest = Math.min(drawn.length - 1, Math.max(0, Math.round(to.at)));
  drawn[nearest] = clamp(to.height);
  return drawn;
}

/** The same with the gaps between two drawn places joined by straight lines. */
export function joined(heights) {
  const whole = [...heights];
  let last = -1;
  whole.forEach((height, step) => {
    if (height === null) return;
    for (let between = last + 1; last >= 0 && between < step; between += 1) {
      whole[between] = whole[last] + ((between - last) / (step - last)) * (height - whole[last]);
    }
    last = step;
  });
  return whole;
}

/** The steps at which the keyboard's handles stand: `count` of them, or all steps if there are fewer. */
export function handlesAt(steps, count = 9) {
  const many = Math.min(count, steps);
  return Array.from({ length: many }, (_, k) => (many > 1 ? Math.round((k * (steps - 1)) / (many - 1)) : 0));
}

/** Put one handle at a height: to those beside it that have one, the curve is a straight line. */
export function moved(heights, handles, which, height) {
  const whole = joined(heights);
  const drawn = [...heights];
  for (const beside of [handles[which - 1], handles[which + 1]]) {
    if (beside === undefined || whole[beside] === null) continue;
    drawn[beside] = whole[beside];
    const [first, last] = [beside, handles[which]].sort((a, b) => a - b);
    drawn.fill(null, first + 1, last);
  }
  drawn[handles[which]] = clamp(height);
  return drawn;
}

/** How many of the handles a drawing reaches over. */
export function reach(heights, handles) {
  const whole = joined(heights);
  return handles.filter((step) => whole[step] !== null).length;
}

/** What is known at `from`, increasing, at the places `to`: in between by straight lines, null beyond and in gaps. */
export function onto(from, numbers, to) {
  return to.map((place) => {
    const after = from.findIndex((known) => known >= place);
    if (after < 0) return null;
    if (from[after] === place) return numbers[after];
    if (after === 0 || numbers[after - 1] === null || numbers[after] === null) return null;
    const share = (place - from[after - 1]) / (from[after] - from[after - 1]);
    return numbers[after - 1] + share * (numbers[after] - numbers[after - 1]);
  });
}

/** Pieces of a curve without gaps: lists of [step, height]. */
export function pieces(heights) {
  const found = [];
  heights.forEach((height, step) => {
    if (height === null) return;
    if (step === 0 || heights[step - 1] === null) found.push([]);
    found.at(-1).push([step, height]);
  });
  return found;
}

/** A few values for the marks of the vertical axis, all within the field. */
export function ticks({ low, high, scale }, most = 5) {
  if (scale === "log") {
    const powers = [];
    for (let k = Math.ceil(Math.log10(low) - 1e-9); k <= Math.log10(high) + 1e-9; k += 1) powers.push(Number(`1e${k}`));
    if (powers.length > 2) {
      const stride = Math.ceil((powers.length - 1) / most);
      return powers.filter((_, k) => k % stride === 0);
    }
    const within = [];
    for (let k = Math.floor(Math.log10(low)); k <= Math.log10(high); k += 1) {
      for (const digit of [1, 2, 5]) within.push(Number(`${digit}e${k}`));
    }
    return within.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
  }
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const width = power * ([1, 2, 2.5, 5].find((digit) => digit * power >= rough * (1 - 1e-9)) ?? 10);
  const first = Math.ceil(low / width - 1e-9);
  const last = Math.floor(high / width + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * width).toPrecision(12)));
}
