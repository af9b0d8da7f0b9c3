"""Where a Chromium lies and how it is started, to check a site, for the tests and the benchmark."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

#: Turned off: what the address bar suggests takes a third of the CPU of opening a page, in a window that nobody sees.
#: Chromium heeds the last such list alone, so those that Playwright turns off stand here too.
FEATURES = (
    "AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose "
    "HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying "
    "OptimizationHints PaintHolding PreconnectToSearch TcpPortRandomizationWin ThirdPartyStoragePartitioning Translate "
    "WebUIOmniboxAimPopup WebUIOmniboxPopup WebUIReloadButton"
)
FLAGS = [
    "--disable-features=" + FEATURES.replace(" ", ","),
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: The headless shell first: the same engine without a window's parts, and a tenth less CPU over all browser tests.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find_chromium() -> str | None:
    """Path of a Chromium on this machine, or None: DPVIZ_CHROMIUM, then the PATH, then Playwright's own."""
    named = os.environ.get("DPVIZ_CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    return _playwrights_own()


def _playwrights_own() -> str | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None
