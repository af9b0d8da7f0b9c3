// Keeps the files of a site in the browser: what was opened once opens again without a network.
//
// The build writes `SITE` above this text: its own name, the digests of its files, and what belongs together. Each file
// is kept under its digest, whichever builds have it, and only if it is the file that the digest names. A page is taken
// from here only if all that it needs is here too; else the network comes first. So no page is half old and half new.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOME = scope.registration.scope;
const CACHE = `dpviz ${HOME}`; // a host's other sites see the same caches
const FILE = `${HOME}?file=`;
const BUILD = `${HOME}?build=`;
const has = Object.hasOwn;

let memory = null;

/** The cache, the digests of the files in it, and the builds it knows: this one, then the others from new to old. */
function kept() {
  memory ??= read();
  memory.catch(() => (memory = null));
  return memory;
}

async function read() {
  const cache = await caches.open(CACHE);
  const digests = new Set();
  const others = [];
  for (const { url } of await cache.keys()) {
    if (url.startsWith(FILE)) digests.add(url.slice(FILE.length));
    else if (url !== BUILD + SITE.build) others.push(await (await cache.match(url)).json());
  }
  return { cache, digests, builds: [SITE, ...others.sort((a, b) => b.since - a.since)] };
}

/** The path of an address in the site, without what is asked of the page; null outside of the site. */
function inside(address) {
  const plain = address.split(/[?#]/)[0];
  return plain.startsWith(HOME) ? decodeURI(plain.slice(HOME.length)) : null;
}

/** The file that a host serves for a path. */
function nameOf(site, path) {
  return [path, `${path}index.html`, `${path}.html`].find((name) => has(site.files, name));
}

/** The files without which a file is of no use. */
function needs(site, name) {
  return has(site.states, name) ? [name, site.states[name], ...site.lesson] : [name];
}

function isWhole(site, name, digests) {
  return needs(site, name).every((path) => digests.has(site.files[path]));
}

/** Keep what was fetched, if it is the file that this build names; false if it is not. */
async function put(name, answer) {
  if (!answer.ok) return false;
  const bytes = await answer.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digest = SITE.files[name];
  if (!Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(digest)) return false;
  // A new answer has no address of its own: what is imported by it is looked for beside the address it is asked by.
  const headers = new Headers(answer.headers);
  for (const header of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(header);
  const { cache, digests } = await kept();
  await cache.put(FILE + digest, new Response(bytes, { headers }));
  digests.add(digest);
  return true;
}

/** Where a host serves a file, without a redirection. */
function addressOf(name) {
  return HOME + name.replace(/(^|\/)index\.html$/, "$1");
}

/** Keep a file of this build unless it is kept; from the browser's own cache, if that has it. False if it cannot be had. */
async function obtain(name, address = addressOf(name)) {
  if ((await kept()).digests.has(SITE.files[name])) return true;
  for (const cache of /** @type {const} */ (["force-cache", "no-cache"])) {
    try {
      if (await put(name, await fetch(address, { cache }))) return true;
    } catch {
      // No network, or no space.
    }
  }
  return false;
}

/** The first of the builds' files that is here. */
async function find(digestsOf) {
  const { cache, digests, builds } = await kept();
  for (const site of builds) {
    const digest = digestsOf(site, digests);
    const found = digests.has(digest) && (await cache.match(FILE + digest));
    if (found) return found;
  }
  return null;
}

async function page(event, path) {
  const name = nameOf(SITE, path);
  const whole = (site, digests) => {
    const known = nameOf(site, path);
    return known && isWhole(site, known, digests) && site.files[known];
  };
  const own = await find((site, digests) => site === SITE && whole(site, digests));
  if (own) return own;
  let answer = null;
  try {
    answer = await (name ? fetch(event.request, { cache: "no-cache" }) : fetch(event.request));
    if (answer.status < 500) {
      if (name) event.waitUntil(put(name, answer.clone()).catch(() => {}));
      return answer;
    }
  } catch {
    // No network.
  }
  return (await find(whole)) ?? (await find((site) => site.files[nameOf(site, path)])) ?? answer ?? never(path);
}

/** Instead of a page that was never opened. Below the site's own folder its links would lead astray. */
async function never(path) {
  if (path.includes("/")) return Response.redirect(`${HOME}offline.html`);
  return (await find((site) => site.files["offline.html"])) ?? Response.error();
}

async function file(event, path) {
  const here = await find((site) => has(site.files, path) && site.files[path]);
  if (here) return here;
  const answer = await fetch(event.request);
  if (has(SITE.files, path)) event.waitUntil(put(path, answer.clone()).catch(() => {}));
  return answer;
}

async function install() {
  const had = await Promise.all(SITE.first.map((name) => obtain(name)));
  // The site may be half-way to its next build: the browser comes again.
  if (had.includes(false)) throw new Error(`not of this build: ${SITE.first.filter((_, i) => !had[i]).join(", ")}`);
  const { cache } = await kept();
  await cache.put(BUILD + SITE.build, new Response(JSON.stringify({ ...SITE, since: Date.now() })));
}

/**
 * Forget files that nobody will ask for. The build before stays, whose pages may be open, and so do older ones' lessons
 * that were opened then and not since.
 */
async function tidy() {
  memory = null; // the worker before has kept more since it was read
  const { cache, digests, builds } = await kept();
  const wanted = new Set(builds.slice(0, 2).flatMap((site) => Object.values(site.files)));
  const lessons = new Set(Object.keys(SITE.states));
  for (const [age, site] of builds.entries()) {
    const last = [...lessons].filter((name) => has(site.states, name) && isWhole(site, name, digests));
    for (const name of last) {
      lessons.delete(name);
      for (const path of needs(site, name)) wanted.add(site.files[path]);
    }
    if (age > 1 && last.length === 0) await cache.delete(BUILD + site.build);
  }
  for (const digest of digests) if (!wanted.has(digest)) await cache.delete(FILE + digest);
  memory = null;
}

/** @type {Promise<unknown>} */
let turn = Promise.resolve();

/** Keep pages with all that they need, and other files; in turn, because a page may ask twice. Resolves to what is missing. */
function keep(addresses) {
  const wanted = new Map();
  for (const address of addresses) {
    const name = nameOf(SITE, inside(address) ?? "?");
    if (!name) continue;
    for (const path of needs(SITE, name)) wanted.set(path, path === name ? address : addressOf(path));
  }
  const done = turn.then(async () => {
    const missing = [];
    for (const [name, address] of wanted) if (!(await obtain(name, address))) missing.push(name);
    return missing;
  });
  turn = done.catch(() => {});
  return done;
}

scope.addEventListener("install", (event) => {
  scope.skipWaiting();
  event.waitUntil(install());
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    tidy()
      .catch(() => {})
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = inside(request.url);
  if (request.method !== "GET" || path === null) return;
  const answer = request.mode === "navigate" ? page : file;
  event.respondWith(answer(event, path).catch(() => fetch(request)));
});

scope.addEventListener("message", (event) => {
  const addresses = event.data?.keep;
  if (!addresses) return;
  const say = (missing) => event.source?.postMessage({ kept: SITE.build, missing });
  event.waitUntil(keep(addresses).then(say, () => say(addresses)));
});
