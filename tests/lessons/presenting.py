"""What the tests of presenting share: to begin, to wait for a scene, to find small print."""

from __future__ import annotations

from typing import Any

from tests.lessons.reader import FRAMES

WHERE = ".dpvp-where"
SMALL = """() => {
    const small = {};
    const roots = document.querySelectorAll('.dpvp-now, .dpvp-bar');
    for (const root of roots) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode()); ) {
            const parent = node.parentElement;
            const box = parent.getBoundingClientRect();
            const seen = node.textContent.trim() && box.width > 1 && box.height > 1;
            if (!seen || !parent.checkVisibility({visibilityProperty: true})) continue;
            if (parent.closest('.dpv-hidden, math, sup, sub') || parent.style?.fontSize.endsWith('%')) continue;
            const size = parseFloat(getComputedStyle(parent).fontSize);
            if (size < 23.99) small[node.textContent.trim().slice(0, 30)] = size;
        }
    }
    return small;
}"""
SETTLED = """() => {
    const [lesson] = [...window.__dpviz.lessons.values()];
    return !lesson.busy && (!document.querySelector('.dpvp-now .dpv-chart')
        || document.querySelector('.dpvp-now .dpv-chart .main-svg'));
}"""


def begin_to_present(page: Any) -> None:
    """Present a page that is there."""
    page.keyboard.press("p")
    page.wait_for_selector(".dpvp-bar")
    there(page)


def there(page: Any) -> None:
    """Wait until the kernel owes nothing and the scene's picture is drawn."""
    page.wait_for_function(SETTLED)
    page.evaluate(FRAMES)  # in which a picture that stood elsewhere takes the scene's size


def shown(page: Any, words: str) -> None:
    """Wait for a scene by what the bar says of it."""
    page.wait_for_function(f"(words) => document.querySelector('{WHERE}')?.textContent === words", arg=words)
