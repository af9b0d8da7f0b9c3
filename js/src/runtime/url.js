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

/** What a query says of these names. */
export function part(search, names) {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) if (names.has(name)) kept.append(name, value);
  return kept.toString();
}

/** The query with one parameter set, or removed where `value` is null. */
export function withParameter(search, name, value) {
  const parameters = new URLSearchParams(search);
  if (value === null) parameters.delete(name);
  else parameters.set(name, value);
  const text = parameters.toString();
  return text ? `?${text}` : "";
}

/** Write a query into the page's address, which keeps its place in the history. The bench's frame has none to write to. */
export function writeQuery(search) {
  if (location.protocol === "about:") return;
  written = search;
  history.replaceState(history.state, "", location.pathname + search + location.hash);
}

let written = null;

/** From now on Back, from one part of the page to another, leaves the page in its state, and the address with it. */
export function keepQuery() {
  written ??= location.search;
  addEventListener("popstate", () => location.search !== written && writeQuery(written));
}

/** True if a link carries more than how the page should look. */
export function carriesState(search) {
  return [...new URLSearchParams(search).keys()].some((name) => !["only", "theme", "token"].includes(name) && !/^(voila-|pin\.)/.test(name));
}

const SECRET = /token|secret|password|^_xsrf$/i;

/**
 * A page's address as somebody else can open it, without what is secret in its query. `share` is what the server
 * knows of itself: the `base` of its addresses and, on a JupyterHub, the address of its `hub`, which sends everybody
 * to their own server; on Binder the address that launches it (`launch`).
 */
export function shareable(href, share) {
  const address = new URL(href);
  for (const name of [...address.searchParams.keys()]) if (SECRET.test(name)) address.searchParams.delete(name);
  if (!share || !address.pathname.startsWith(share.base)) return address.href;
  const below = address.pathname.slice(share.base.length) + address.search + address.hash;
  if (share.launch) return `${share.launch}?urlpath=${encodeURIComponent(below)}`;
  return new URL(`${share.hub}user-redirect/${below}`, address.origin).href;
}

/** What the server says of itself, if it is one of ours. */
export function serverConfig() {
  return JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}");
}

/** True on a page that no server stands behind: its engine runs within it. */
export function inPage() {
  const { dpvizFiles, dpvizKernels } = serverConfig();
  return Boolean(dpvizFiles && !dpvizKernels);
}

/** How its links are shared, if not as they are. */
export function serverShare() {
  return serverConfig().dpvizShare;
}

/** True for a host's name that only the computer itself knows by it. */
export function onlyHere(hostname) {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
