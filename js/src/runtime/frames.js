// A block's moving parts: decoded once, then picked a frame at a time.

/** Little-endian float32 values of a DataView, a typed array or an ArrayBuffer, whatever its alignment. */
export function floats(buffer) {
  const bytes = ArrayBuffer.isView(buffer)
    ? buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength)
    : buffer.slice(0);
  if (littleEndian) return new Float32Array(bytes);
  const view = new DataView(bytes);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Tracks: `{path, at(frame)}`, one for each thing that moves. */
export function decode(motion, frames) {
  return motion.map(({ path, shape, buffer, values, differences }) => {
    if (values) {
      if (values.length !== frames) throw new Error(`${path.join(".")}: ${values.length} values, ${frames} frames`);
      return { path, at: (i) => values[i] };
    }
    const numbers = floats(buffer);
    const size = shape.slice(1).reduce((product, side) => product * side, 1);
    if (shape[0] !== frames || numbers.length !== frames * size) {
      throw new Error(`${path.join(".")}: ${numbers.length} numbers do not make ${frames} frames of ${size}`);
    }
    if (differences) for (let i = size; i < numbers.length; i += 1) numbers[i] += numbers[i - size];
    if (shape.length === 1) return { path, at: (i) => numbers[i] };
    if (shape.length === 2) return { path, at: (i) => numbers.subarray(i * size, (i + 1) * size) };
    const width = shape[2]; // a heatmap: rows of numbers
    return {
      path,
      at: (i) =>
        Array.from({ length: shape[1] }, (_, row) => {
          const from = i * size + row * width;
          return numbers.subarray(from, from + width);
        }),
    };
  });
}

/** A block with what has become different, `[path, value]` each; the one before stays as it is. */
export function patched(block, changes) {
  return changes.reduce((whole, [path, value]) => put(whole, path, value), block);
}

function put(whole, path, value) {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  copy[key] = put(whole[key], rest, value);
  return copy;
}

/** ["shapes", 0, "x0"] -> "shapes[0].x0", as plotly names an attribute. */
export function attribute(path) {
  return path.reduce((name, step) => (typeof step === "number" ? `${name}[${step}]` : name ? `${name}.${step}` : step), "");
}

/**
 * Frame `i` as the arguments of one `Plotly.update`: `{traces, layout, indices}`.
 * A trace that does not move in some attribute gets `undefined` there, which plotly skips.
 */
export function updateAt(tracks, i, colour = (value) => value) {
  const moving = tracks.filter(({ path }) => path[0] === "data");
  const indices = [...new Set(moving.map(({ path }) => path[1]))].sort((a, b) => a - b);
  const traces = {};
  for (const { path, at } of moving) {
    const name = attribute(path.slice(2));
    traces[name] ??= indices.map(() => undefined);
    traces[name][indices.indexOf(path[1])] = colour(at(i));
  }
  const layout = {};
  for (const { path, at } of tracks) {
    if (path[0] === "layout") layout[attribute(path.slice(1))] = colour(at(i));
  }
  return { traces, layout, indices };
}

/** Set one value in a nested object, making what is missing on the way. */
export function setPath(target, path, value) {
  const last = path.length - 1;
  for (let step = 0; step < last; step += 1) {
    target[path[step]] ??= typeof path[step + 1] === "number" ? [] : {};
    target = target[path[step]];
  }
  target[path[last]] = value;
}

/** A copy of the figure as it stands at frame `i`. */
export function figureAt(figure, tracks, i) {
  const copy = structuredClone({ data: figure.data, layout: figure.layout ?? {} });
  for (const { path, at } of tracks) setPath(copy, path, at(i));
  return copy;
}

/** The entry of a list with one entry a frame, or one for all frames. */
export function pick(list, i) {
  return list.length === 1 ? list[0] : list[i];
}
