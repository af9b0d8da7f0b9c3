// What a picture is drawn from, as its block says it: in words, and as a link's query.
import { pick } from "../frames.js";

/** The parameters at frame `i` as a reader says them: `["ε = 0.5", "n = 200"]`. */
export function said(block, i) {
  return (block.state ?? []).map(({ says }) => pick(says, i));
}

/** Of these what is worth saying beside another block: the sliders, what is not at its default, and what differs. */
export function saidBeside(block, i, other) {
  const now = new Map((other.state ?? []).map(({ name, value }) => [name, value]));
  const kept = (block.state ?? []).filter(({ name, value, usual, main }) => main || value !== usual || value !== (now.get(name) ?? value));
  return kept.map(({ says }) => pick(says, i));
}

/** The same as the query of a link; what is at its default is left out. */
export function queryAt(block, i) {
  const query = new URLSearchParams();
  for (const { name, value, usual } of block.state ?? []) {
    const now = name === block.axis ? String(block.values[i]) : value;
    if (now !== usual && !(name === block.axis && Number(now) === Number(usual))) query.append(name, now);
  }
  return query.toString();
}
