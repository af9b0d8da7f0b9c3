// pytest inside Pyodide: node run.mjs '{"pyodide": FOLDER, "lock": FILE, "mounted": {PLACE: FOLDER, …},
//                                       "options": [OPTION OF PYTEST, …], "examples": MOST OF A TEST, or null}'
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { pyodide, lock, mounted, options, examples } = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide, packageCacheDir: pyodide, lockFileURL: lock });
await python.loadPackage("numpy", { messageCallback: () => {} });

const { FS, ERRNO_CODES } = python;
const { NODEFS } = FS.filesystems;
for (const [place, root] of Object.entries(mounted)) {
  FS.mkdirTree(place);
  FS.mount(NODEFS, { root }, place);
}
// What is mounted is read and never changed.
const refuse = () => {
  throw new FS.ErrnoError(ERRNO_CODES.EROFS);
};
for (const change of ["mknod", "rename", "unlink", "rmdir", "symlink", "setattr"]) NODEFS.node_ops[change] = refuse;
NODEFS.stream_ops.write = refuse;

python.globals.set("places", python.toPy(Object.keys(mounted)));
python.globals.set("wanted", python.toPy([options, examples]));
process.exitCode = await python.runPythonAsync(`
import sys
sys.path += places  # behind Pyodide's own: its numpy, not the machine's
from tests.wasm.inside import run
run(*wanted)
`);
