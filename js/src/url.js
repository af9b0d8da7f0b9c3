// The state of a lesson as the query of the page's address.

/**
 * The page's query with the lesson's parameters in it: `known` names (the lesson's own) are replaced by what
 * `query` says, everything else (theme, a token) stays.
 */
export function merge(search, query, known) {
  const merged = new URLSearchParams();
  const own = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(search)) {
    if (!known.has(name) && !own.has(name)) merged.append(name, value);
  }
  for (const [name, value] of own) merged.append(name, value);
  const text = merged.toString();
  return text ? `?${text}` : "";
}

/** The query with one parameter set, or removed where `value` is null. */
export function withParameter(search, name, value) {
  const parameters = new URLSearchParams(search);
  if (value === null) parameters.delete(name);
  else parameters.set(name, value);
  const text = parameters.toString();
  return text ? `?${text}` : "";
}

/** True if a link carries more than how the page should look. */
export function carriesState(search) {
  return [...new URLSearchParams(search).keys()].some((name) => !["theme", "token"].includes(name) && !name.startsWith("voila-"));
}
