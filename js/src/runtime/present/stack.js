// Panels under each other: between them is only what their words need in large letters, the rest is theirs.

const LINE = 1.3; // of a letter's size
const AIR = 10; // px around a heading
const SLIGHT = 6; // px that nobody sees

const lines = (text) => String(text ?? "").split("<br>").length;

/** Change the domains of a fitted figure's panels, and what is placed by them. `free`: nothing else is above them. */
export function stack(layout, free) {
  const { height, margin, font, annotations = [] } = layout;
  const axes = (side) => Object.entries(layout).filter(([name]) => new RegExp(`^${side}axis\\d*$`).test(name));
  const panels = rows(axes("y").filter(([, { domain, overlaying }]) => domain && !overlaying));
  if (panels.length < 2) return;
  const sizeOf = (one) => one?.font?.size ?? font.size;
  const heads = panels.map(({ high }, index) => {
    const next = panels[index - 1]?.low ?? Infinity;
    const over = annotations.filter(({ yref, y, text }) => text && yref === "paper" && y >= high && y < next);
    return Math.max(0, ...over.map((one) => LINE * sizeOf(one) * lines(one.text) + AIR));
  });
  const feet = panels.map(({ names }) => {
    const under = axes("x").filter(([, { anchor = "y" }]) => names.includes(`yaxis${anchor.slice(1)}`));
    return Math.max(0, ...under.map(([, axis]) => {
      const tall = axis.type === "category" && !axis.tickvals ? 2.7 : 1; // its names may stand aslant
      const ticks = axis.showticklabels === false ? 0 : Math.max(tall, ...(axis.ticktext ?? []).map(lines)) * LINE * (axis.tickfont?.size ?? font.size);
      return ticks + (axis.title?.text ? lines(axis.title.text) * LINE * sizeOf(axis.title) + 8 : 0);
    }));
  });
  const before = height - margin.t - margin.b;
  const top = free ? 0 : (1 - panels[0].high) * before;
  margin.t = Math.max(free ? 0.9 * font.size : margin.t, heads[0]);
  const inside = height - margin.t - margin.b;
  const gaps = panels.slice(1).map((_, index) => Math.max(0.6 * font.size, feet[index] + heads[index + 1] + 4));
  const foot = panels.at(-1).low * before;
  const room = inside - top - foot - gaps.reduce((sum, gap) => sum + gap, 0);
  const was = panels.reduce((sum, { low, high }) => sum + high - low, 0);
  const now = (index) => (panels[index].low - panels[index + 1].high) * before;
  const over = gaps.some((gap, index) => gap > now(index) + SLIGHT); // a heading would stand on numbers
  if (room <= 0 || (room / inside < was && !over)) return; // they have as much already
  const ends = [];
  let at = inside - top;
  panels.forEach(({ low, high }, index) => {
    const to = at - (room * (high - low)) / was;
    ends.push([high, at / inside], [low, to / inside]);
    at = to - (gaps[index] ?? 0);
  });
  const moved = (y) => {
    if (y >= ends[0][0]) return ends[0][1] + y - ends[0][0];
    const under = ends.findIndex(([old]) => y >= old);
    if (under < 0) return y;
    const [[a, b], [c, d]] = [ends[under], ends[under - 1]];
    return b + ((y - a) / (c - a || 1)) * (d - b);
  };
  for (const { names } of panels) for (const name of names) layout[name].domain = layout[name].domain.map(moved);
  for (const one of annotations) if (one.yref === "paper") one.y = moved(one.y);
  for (const one of layout.shapes ?? []) if (one.yref === "paper") Object.assign(one, { y0: moved(one.y0), y1: moved(one.y1) });
}

// Axes whose domains overlap are side by side; the highest row first.
function rows(axes) {
  const made = [];
  for (const [name, { domain: [low, high] }] of [...axes].sort((a, b) => b[1].domain[1] - a[1].domain[1])) {
    const last = made.at(-1);
    if (last && high > last.low) Object.assign(last, { low: Math.min(low, last.low), names: [...last.names, name] });
    else made.push({ low, high, names: [name] });
  }
  return made;
}
