// The truth to draw over a prediction: a value of a picture along one of its sliders. The page has it, or asks for it.

const PATIENCE = 3000; // ms that the kernel is waited for while it owes an answer

/** What a block tells of a value along an axis: `{values, numbers}`, or null. */
function told(block, axis, value) {
  const numbers = block?.axis === axis ? block.numbers?.[value] : undefined;
  return numbers ? { values: block.values, numbers } : null;
}

/** Resolves when the kernel owes nothing: what the charts have is of the present state. */
function settled(lesson) {
  return Promise.race([lesson.settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/**
 * The value of a picture along an axis in the present state: `{values, numbers}`, or null if it is not to be had.
 * `fetch`: the pictures may be asked to follow that axis, if a look from beside does not tell (one made in stages).
 */
export async function truthOf(lesson, { picture, axis, value, fetch }) {
  const shown = () => {
    const chart = lesson.charts.get(picture);
    return chart?.fraction >= 0 || chart?.stale ? null : told(chart?.block, axis, value);
  };
  await settled(lesson);
  if (fetch && !shown() && lesson.charts.get(picture)?.begin) return grown(lesson, picture, axis, shown);
  const known = shown() ?? told((await lesson.peek(lesson.query, picture, axis)).block, axis, value);
  if (known || !fetch || lesson.kernel !== "fine") return known;
  lesson.inView.want(picture);
  await lesson.prefetch.whenFetched(axis);
  return shown();
}

/** The same of a picture made in stages: it is begun if it is not yet, and waited for. */
async function grown(lesson, picture, axis, shown) {
  lesson.inView.want(picture);
  lesson.charts.get(picture).begin();
  await complete(lesson, picture);
  if (shown() || lesson.kernel !== "fine") return shown();
  await lesson.prefetch.whenFetched(axis); // it was made along another one
  await complete(lesson, picture);
  return shown();
}

/** Resolves when a picture is there whole, or will not be: the reader stopped it, or the kernel is gone. */
function complete(lesson, picture) {
  const over = () => {
    const chart = lesson.charts.get(picture);
    return lesson.kernel !== "fine" || !chart || chart.stopped || (chart.block?.figure && !(chart.fraction >= 0));
  };
  if (over()) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const look = () => {
      if (!over()) return;
      stop();
      chart?.grown.delete(look);
      resolve(undefined);
    };
    const chart = lesson.charts.get(picture);
    chart?.grown.add(look);
    const stop = lesson.subscribe(look);
  });
}

/** The state that a truth along an axis belongs to: the link, but for that axis. */
export function stateOf(lesson, axis) {
  const parts = new URLSearchParams(lesson.query);
  parts.delete(axis);
  return parts.toString();
}
