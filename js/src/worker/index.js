// Python in a worker: starts Pyodide, executes the page's cells, and answers the page's messages to their widgets.

import { fetched, fetchUnpacked } from "../shared/gzip.js";
import { unpackInto } from "./archive.js";
import { HandedIn, StartCache } from "./start_cache.js";

const IDLE = 3000; // ms
const LEAST = 20 << 20; // bytes: the memory that Pyodide begins with

// Widgets need not tell the page what it has just told them; no threads, of which there are none.
const ENVIRONMENT = { JUPYTER_WIDGETS_ECHO: "0", OPENBLAS_NUM_THREADS: "1" };

let engine = null;
let parent = ""; // the message that is being answered
const waiting = [];
let tell;
const known = new Promise((resolve) => (tell = resolve)); // the page's code, and what it shows already

/** What a widget says, as Python hands it over. */
function say(type, comm, json, buffers) {
  // Nothing but widgets speaks; of a new one the page must know it.
  const content = { comm_id: comm, target_name: "jupyter.widget", data: JSON.parse(json) };
  const message = { id: parent, type, content, buffers };
  postMessage(message, buffers.map((bytes) => bytes.buffer));
}

function answer({ id, type, content, buffers }) {
  parent = id;
  const bytes = buffers.map((data) => (ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)));
  try {
    engine.receive(type, content.comm_id, JSON.stringify(content.data), bytes);
  } catch (error) {
    console.error(error);
    // An exception of Python's is one answer less; anything else, memory that ran out, is its end.
    if (error?.constructor?.name !== "PythonError") postMessage({ failed: String(error) });
  }
  parent = "";
}

/** Rejects with the first of these that does. */
const failure = (promises) => new Promise((_, reject) => Promise.all(promises).catch(reject));

/** Rejects when the browser will not run Pyodide's WebAssembly (too old, no memory): Pyodide itself would wait for ever. */
function refusal() {
  const begin = WebAssembly.instantiateStreaming;
  return new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const made = begin.apply(WebAssembly, given);
      made.catch(reject);
      return made;
    };
  });
}

async function start(files, kept) {
  // All that is needed is fetched at once; what follows takes it as it comes.
  const whole = (address) => fetched(address).then((answer) => answer.arrayBuffer());
  const packed = [files.wasm, files.library, files.numpy, files.python, ...(files.glue ? [files.bench] : [])];
  const needed = [whole(files.runtime), whole(files.font), ...packed.map(fetchUnpacked)];
  const [runtime, font, wasm, library, numpy, python, bench] = needed;
  const [before, bytecode] = kept ? [kept.get("memory"), kept.get("bytecode")] : [null, null];
  // The loader would ask for it only after itself. In the bench's frame each file has an address of its own.
  const glue = import(files.glue ?? `${files.pyodide}pyodide.asm.js`);
  const lost = failure([...needed, glue]);
  lost.catch(() => {}); // it is raced against below
  serve({
    "pyodide.asm.wasm": [wasm, "application/wasm"], "python_stdlib.zip": [library, "application/zip"],
    ...(files.lock && { "pyodide-lock.json": [whole(files.lock), "application/json"] }),
  });
  const { loadPyodide } = await import(files.loader ?? `${files.pyodide}pyodide.js`);
  await Promise.race([glue, lost]);
  // Python as it was when it had just begun, a copy of its memory, spares a second and a half.
  const found = await before;
  const memory = found?.length > LEAST ? found : null; // with less, Pyodide would wait for ever
  const options = memory ? { _loadSnapshot: memory } : kept ? { _makeSnapshot: true } : {};
  const pyodide = await Promise.race([
    refusal(), // first: it looks on
    lost,
    loadPyodide({ indexURL: files.pyodide ?? "file:///", env: ENVIRONMENT, ...options }),
  ]);
  const place = pyodide.runPython("import sys, sysconfig; sysconfig.get_path('purelib')");
  const unpack = (archive) => unpackInto(pyodide.FS, place, archive);
  unpack(await python);
  if (bench) unpack(await bench);
  let copy = null;
  if (memory) {
    // Files and random numbers are not those of then.
    pyodide.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()");
  } else {
    pyodide.runPython("from dpviz.kernel.browser import kept; kept.begin()");
    if (kept) copy = pyodide.makeMemorySnapshot(); // it cannot be made once numpy is there
  }
  unpack(await numpy);
  const compiled = await bytecode;
  if (compiled) unpack(compiled);
  // The pictures' JavaScript and the formulas' font, for those who save a picture as a file.
  const folder = `${place}/dpviz/widgets/static`;
  pyodide.FS.mkdirTree(folder);
  pyodide.FS.writeFile(`${folder}/dpviz.js`, new Uint8Array(await runtime));
  pyodide.FS.writeFile(`${folder}/maths.woff2`, new Uint8Array(await font));
  const { start: begin } = pyodide.pyimport("dpviz.kernel.browser.engine");
  engine = begin(JSON.stringify(await known), say);
  if (kept) {
    const leave = async () => {
      if (copy) await kept.put("memory", copy);
      copy = null;
      const made = pyodide.pyimport("dpviz.kernel.browser.kept").bytecode(place);
      if (made) await kept.put("bytecode", made.toJs());
      made?.destroy();
    };
    // On the bench before the reader's code comes, of which nothing may be kept.
    if (files.pyodide) whenIdle(leave);
    else await leave();
  }
}

/** Start with what an earlier start has left; if that fails, without. */
async function startAgain(files) {
  const kept = files.pyodide ? new StartCache(files) : new HandedIn(files);
  try {
    await start(files, kept);
  } catch (error) {
    if (!kept.used) throw error;
    console.warn(`The engine starts once more: ${error?.message ?? error}`);
    await kept.clear();
    await start(files, null);
  }
}

let later; // what is to be done once nobody has asked for anything for a while
let timer;

function whenIdle(action) {
  later = action;
  quiet();
}

function quiet() {
  clearTimeout(timer);
  if (later) timer = setTimeout(() => [later(), (later = null)], IDLE);
}

/** Pyodide asks for its own files by name; these are on their way already, compressed. */
function serve(known) {
  const ask = self.fetch;
  self.fetch = async (request, ...options) => {
    const name = new URL(request instanceof Request ? request.url : request, location.href).pathname.split("/").at(-1);
    if (!known[name]) return ask(request, ...options);
    const [bytes, type] = known[name];
    return new Response(await bytes, { headers: { "Content-Type": type } });
  };
}

self.onmessage = async ({ data }) => {
  if (data.known) tell(data.known);
  else if (data.files) {
    try {
      await startAgain(data.files);
      postMessage({ ready: true });
      for (const message of waiting.splice(0)) answer(message);
    } catch (error) {
      postMessage({ failed: String(error?.message ?? error) });
    }
  } else if (engine) {
    quiet();
    answer(data);
  } else waiting.push(data);
};
