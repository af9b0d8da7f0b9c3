// Where a panel of a picture is on the screen: what is drawn over it stands in its own axes.

/**
 * The panel as `Sketch` draws in it: `{box, places, field}`, all in px of the plot; `places` are those of `values` on
 * the horizontal axis. Null while there is no plot.
 */
export function panelOf(plot, number, values) {
  const layout = plot._fullLayout;
  const suffix = number > 1 ? number : "";
  const [x, y] = [layout?.[`xaxis${suffix}`], layout?.[`yaxis${suffix}`]];
  if (!x?._length || !y?._length) return null;
  const log = y.type === "log";
  const [low, high] = y.range.map((end) => (log ? 10 ** end : end));
  const places = values.map((value) => x._offset + x.d2p(value));
  const top = y._offset;
  return {
    box: { left: places[0], right: places.at(-1), top, bottom: top + y._length, width: layout.width, height: layout.height },
    places,
    field: { low, high, scale: log ? "log" : "linear" },
  };
}
