// Words of a picture on several lines.

export const WIDE = 0.52; // of its size, what a letter takes on average

/** A text on several lines of at most `room` px. Formulas and other markup are left alone. */
export function wrapped(text, room, size) {
  if (typeof text !== "string" || /[<&]/.test(text)) return text;
  const most = Math.max(8, Math.floor(room / (WIDE * size)));
  const lines = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join("<br>");
}
