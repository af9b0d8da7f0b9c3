/** Call `listener` when any of these traits changes; returns the function that stops it. */
export function onChange(model, names, listener) {
  for (const name of names) model.on(`change:${name}`, listener);
  return () => {
    for (const name of names) model.off(`change:${name}`, listener);
  };
}
