"""Python for the browser: one release of Pyodide, numpy, and what a page imports, each as a file of its own."""

from __future__ import annotations

from dpviz.pages.state import packed
from dpviz.site import packages, pyodide
from dpviz.site.folder import digest

#: What Pyodide itself is loaded from, and its names in a site: hosts know no type for ``.mjs``. The rest is packed.
LOADER = {"pyodide.mjs": "pyodide.js", "pyodide.asm.js": "pyodide.asm.js"}


def runtime(source: str | None) -> tuple[dict[str, bytes], dict[str, str]]:
    """Files, and their addresses by the names that the worker knows; `source` as for `dpviz.site.build.build`."""
    provided = pyodide.provide(source)
    place = f"pyodide-{pyodide.VERSION}/"
    read = {name: (provided.folder / name).read_bytes() for name in provided.files}
    files = {f"{place}{name}": read[original] for original, name in LOADER.items()}
    files[f"{place}{pyodide.LOCK}"] = pyodide.lock(()).encode()
    addresses = {"pyodide": place}
    numpy = next(content for name, content in read.items() if name.startswith("numpy-"))
    parts = {
        "wasm": read["pyodide.asm.wasm"],
        "library": packages.stored(read["python_stdlib.zip"]),
        "numpy": packages.slim_numpy(numpy),
        "python": packages.engine(),
        "bench": packages.of_the_bench(),
    }
    for key, content in parts.items():
        made = packed(content)
        addresses[key] = f"python/{key}.{digest(made)}.bin"
        files[addresses[key]] = made
    return files, addresses
