// Words of a picture that would be cut by its edge, as on a phone: they are moved in.

/** To be called when nothing moves: it measures. */
export function keepWithin(plot) {
  const words = [...plot.querySelectorAll(".textpoint text, .annotation-text-g")];
  for (const word of words) word.style.translate = "";
  const { left, right } = plot.getBoundingClientRect();
  const shifts = words.map((word) => {
    const box = word.getBoundingClientRect();
    return Math.min(0, right - box.right) || Math.max(0, left - box.left);
  });
  words.forEach((word, index) => {
    if (shifts[index]) word.style.translate = `${shifts[index]}px`;
  });
}
