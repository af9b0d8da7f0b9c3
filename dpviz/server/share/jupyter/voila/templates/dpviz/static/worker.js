// Python in a worker: starts Pyodide, executes the page's cells, and answers the page's messages to their widgets.

import { packed } from "./engine.js";

let engine = null;
let parent = ""; // the message that is being answered
const waiting = [];
let tell;
const known = new Promise((resolve) => (tell = resolve)); // the page's code, and what it shows already

/** What a widget says, as Python hands it over. */
function say(type, comm, json, buffers) {
  const message = { id: parent, type, content: { comm_id: comm, data: JSON.parse(json) }, buffers };
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

async function start(files) {
  // All that is needed is fetched at once; what follows takes it as it comes.
  const [wasm, library, numpy, python, runtime] = [files.wasm, files.library, files.numpy, files.python].map(packed).concat(fetch(files.runtime));
  for (const promise of [wasm, library, numpy, python, runtime]) promise.catch(() => {});
  serve({ "pyodide.asm.wasm": [wasm, "application/wasm"], "python_stdlib.zip": [library, "application/zip"] });
  const { loadPyodide } = await import(`${files.pyodide}pyodide.js`);
  const pyodide = await loadPyodide({ indexURL: files.pyodide, env: { OPENBLAS_NUM_THREADS: "1" } });
  const place = pyodide.runPython("import sys, sysconfig; sysconfig.get_path('purelib')");
  pyodide.unpackArchive(await numpy, "zip", { extractDir: place });
  pyodide.unpackArchive(await python, "zip", { extractDir: place });
  // The pictures' JavaScript, for those who save one as a file.
  pyodide.FS.mkdirTree(`${place}/dpviz/widgets/static`);
  pyodide.FS.writeFile(`${place}/dpviz/widgets/static/dpviz.js`, new Uint8Array(await (await runtime).arrayBuffer()));
  const { start: begin } = pyodide.pyimport("dpviz.browser.engine");
  engine = begin(JSON.stringify(await known), say);
}

/** Pyodide asks for its own files by name; these are on their way already, compressed. */
function serve(known) {
  const ask = self.fetch;
  self.fetch = async (request, ...options) => {
    const name = new URL(request.url ?? request, location.href).pathname.split("/").at(-1);
    if (!known[name]) return ask(request, ...options);
    const [bytes, type] = known[name];
    return new Response(await bytes, { headers: { "Content-Type": type } });
  };
}

onmessage = async ({ data }) => {
  if (data.known) tell(data.known);
  else if (data.files) {
    try {
      await start(data.files);
      postMessage({ ready: true });
      for (const message of waiting.splice(0)) answer(message);
    } catch (error) {
      postMessage({ failed: String(error?.message ?? error) });
    }
  } else if (engine) answer(data);
  else waiting.push(data);
};
