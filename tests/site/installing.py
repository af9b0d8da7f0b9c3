"""Prints what Chromium has against installing a site; a process of its own, because Playwright runs once in each."""

from __future__ import annotations

import sys

from playwright.sync_api import sync_playwright

path, profile, address, *flags = sys.argv[1:]
with sync_playwright() as playwright:
    context = playwright.chromium.launch_persistent_context(profile, executable_path=path, args=flags)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-dpviz-kept]", state="attached")
    print(context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"])
    context.close()
