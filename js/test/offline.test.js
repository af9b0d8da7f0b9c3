import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const HOME = "https://host.example/dpviz/";
const SOURCE = readFileSync(new URL("../src/worker/service_worker.js", import.meta.url), "utf8");
const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** A table as the build writes it. */
function build(name, files) {
  const digests = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)]));
  const lesson = Object.keys(files).filter((path) => path.startsWith("files/"));
  return { build: name, files: digests, first: ["index.html", "offline.html"], lesson, states: { "1_a.html": "states/1.bin" } };
}

const files = (mark, folder = "files/one/") => ({
  "index.html": `gallery ${mark}`,
  "offline.html": "never opened",
  "1_a.html": `lesson ${mark}`,
  "states/1.bin": "state",
  [`${folder}page.js`]: "script",
});

/** A browser with one cache, and a host that can be away. */
function world() {
  const entries = new Map();
  const cache = {
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    match: async (url) => entries.get(url)?.clone(),
    put: async (url, answer) => void entries.set(url, answer),
    delete: async (url) => entries.delete(url),
  };
  const host = { files: {}, away: false, asked: [], entries };
  const fetch = async (request) => {
    const path = (request.url ?? request).slice(HOME.length).split("?")[0];
    host.asked.push(path);
    if (host.away) throw new TypeError("no network");
    const text = host.files[path === "" || path.endsWith("/") ? `${path}index.html` : path];
    return text === undefined ? new Response("", { status: 404 }) : new Response(text);
  };
  host.worker = (site) => {
    const hears = {};
    const self = {
      registration: { scope: HOME },
      clients: { claim: async () => {} },
      skipWaiting() {},
      addEventListener: (name, listener) => (hears[name] = listener),
    };
    new Function("SITE", "self", "caches", "fetch", SOURCE)(site, self, { open: async () => cache }, fetch);
    const send = async (name, event) => {
      const waits = [];
      let answer;
      hears[name]({ ...event, waitUntil: (promise) => waits.push(promise), respondWith: (promise) => (answer = promise) });
      const said = await answer;
      for (const wait of waits) await wait;
      return said;
    };
    return {
      install: () => send("install"),
      activate: () => send("activate"),
      get: (path, mode = "no-cors", method = "GET") => send("fetch", { request: { url: new URL(path, HOME).href, mode, method } }),
      async keep(...paths) {
        let said;
        await send("message", { data: { keep: paths.map((path) => HOME + path) }, source: { postMessage: (data) => (said = data) } });
        return said;
      },
    };
  };
  host.start = async (name, content) => {
    host.files = content;
    const worker = host.worker(build(name, content));
    await worker.install();
    await worker.activate();
    return worker;
  };
  return host;
}

const text = async (answer) => (await answer).text();

test("what a lesson needs is kept once, and answers without a network", async () => {
  const host = world();
  const worker = await host.start("A", files("A"));
  assert.deepEqual(await worker.keep("1_a.html?x=1"), { kept: "A", missing: [] });
  const asked = host.asked.length;
  await worker.keep("1_a.html");
  assert.equal(host.asked.length, asked);
  host.away = true;
  assert.equal(await text(worker.get("1_a.html?law.epsilon=2", "navigate")), "lesson A");
  assert.equal(await text(worker.get("files/one/page.js")), "script");
  assert.equal(await text(worker.get("", "navigate")), "gallery A");
  assert.equal(host.asked.length, asked);
});

test("what was never opened says so", async () => {
  const host = world();
  const worker = await host.start("A", files("A"));
  host.away = true;
  assert.equal(await text(worker.get("1_a.html", "navigate")), "never opened");
  assert.equal((await worker.get("lab/index.html", "navigate")).headers.get("Location"), `${HOME}offline.html`);
});

test("what is not the file of the build is passed on, and not kept", async () => {
  const host = world();
  const worker = await host.start("A", files("A"));
  host.files = { ...host.files, "files/one/page.js": "other" };
  assert.equal(await text(worker.get("files/one/page.js")), "other");
  assert.deepEqual((await worker.keep("1_a.html")).missing, ["files/one/page.js"]);
  assert.ok(![...host.entries.keys()].some((url) => url.endsWith(digest("other"))));
});

test("a site that is half-way to another build installs nothing", async () => {
  const host = world();
  host.files = { ...files("A"), "index.html": "gallery B" };
  await assert.rejects(host.worker(build("A", files("A"))).install(), /index\.html/);
});

test("a new build takes over what is the same, and a page of the old one goes on", async () => {
  const host = world();
  await (await host.start("A", files("A"))).keep("1_a.html");
  host.asked = [];
  const worker = await host.start("B", files("B", "files/two/"));
  assert.deepEqual(host.asked, [""]); // the gallery changed, the page for offline did not
  assert.equal(await text(worker.get("files/one/page.js")), "script");
  assert.equal(await text(worker.get("1_a.html", "navigate")), "lesson B");
  host.away = true;
  assert.equal(await text(worker.get("files/two/page.js")), "script"); // under its digest, wherever it lies
});

test("a lesson opened in an older build opens without a network until it is opened in a newer one", async () => {
  const host = world();
  await (await host.start("A", files("A"))).keep("1_a.html");
  await host.start("B", files("B"));
  let worker = await host.start("C", files("C"));
  host.away = true;
  assert.equal(await text(worker.get("1_a.html", "navigate")), "lesson A");
  host.away = false;
  await worker.keep("1_a.html");
  await host.start("D", files("D"));
  worker = await host.start("E", files("E"));
  assert.ok(!host.entries.has(`${HOME}?build=A`));
  assert.ok(!host.entries.has(`${HOME}?file=${digest("lesson A")}`));
  host.away = true;
  assert.equal(await text(worker.get("1_a.html", "navigate")), "lesson C");
});

test("only what is asked of this site is answered", async () => {
  const worker = await world().start("A", files("A"));
  assert.equal(await worker.get("index.html", "cors", "POST"), undefined);
  assert.equal(await worker.get("../other/index.html"), undefined);
});
