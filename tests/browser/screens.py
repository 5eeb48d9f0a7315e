"""What a walk does on any page: wait until it is drawn, open every part, look for faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

PAGES = (
    "",
    "build",
    "hypergraph",
    "ask",
    "diagnose",
    "evaluate",
    "compare",
    "whatif",
    "judges",
    "settings",
)
# pages that show what a model replied
OF_MODEL = ("build", "hypergraph", "ask", "diagnose", "judges")
# pages on which other methods than the first look different
BY_METHOD = ("hypergraph", "ask")
LEFT = ("readme", "paper", "released", "studio")  # presets: they change what is asked, not the view
SIDEWAYS = """() => {
    const wide = one => one ? one.scrollWidth - one.clientWidth : 0;
    const main = document.querySelector('[data-testid=stMain]');
    return Math.max(wide(document.documentElement), wide(main));
}"""
WIDEST = """() => {
    const limit = innerWidth, found = [];
    for (const one of document.querySelectorAll('[data-testid=stMain] *')) {
        const box = one.getBoundingClientRect();
        if (box.width && box.right > limit + 1 && !one.closest('[data-testid=stDataFrame]'))
            found.push(`${one.tagName}.${one.className}`.slice(0, 80) + ' ' +
                (one.dataset.testid || '') + ' ' + Math.round(box.right) + ' '
                + (one.innerText || '').slice(0, 40));
    }
    return found.slice(0, 6);
}"""
BUSY = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    const state = app && app.getAttribute('data-test-script-state');
    return Boolean(state) && !['running', 'rerunRequested', 'initial'].includes(state)
        && !document.querySelector('[data-testid=stSkeleton]');
}"""


def at(address: str, page: str, **chosen: str) -> str:
    """Return the address of a page with a state."""
    return f"{address}/{page}?{urlencode(chosen, quote_via=quote)}"


def settle(page: Any) -> None:
    """Wait until the script has run and the page stands still."""
    page.wait_for_function(BUSY)
    page.wait_for_timeout(120)
    page.wait_for_function(BUSY)


def parts(page: Any, deep: bool) -> Iterator[str]:
    """Open folded boxes, then (deep) every tab and segment; yield the name of each view."""
    _unfold(page)
    yield "first view"
    if not deep:
        return
    for selector in ("[role=tab]", "[data-testid=stButtonGroup] button[role=radio]"):
        number, every = 0, page.locator(f"[data-testid=stMain] {selector}:visible")
        while number < every.count():  # a chosen part may bring parts of its own
            one, number = every.nth(number), number + 1
            name = one.inner_text()[:40]
            if name in LEFT or not one.is_enabled() or one.get_attribute("aria-checked") == "true":
                continue
            one.click()
            settle(page)
            _unfold(page)
            yield name


def _unfold(page: Any) -> None:
    for _ in range(12):
        shut = page.locator("[data-testid=stExpander] details:not([open]) > summary:visible")
        if not shut.count():
            return
        shut.first.click()
        settle(page)


def visit(page: Any, url: str, check: Callable[[str], None], deep: bool = True) -> None:
    """Open an address and check every view of it, or only the first, at both widths."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(url)
    settle(page)
    for name in parts(page, deep):
        check(name)
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_timeout(150)
        check(f"{name}, 390 px")
        page.set_viewport_size({"width": 1280, "height": 900})


def sideways(page: Any) -> list[str]:
    """Return what reaches past the right edge of a page that scrolls sideways, else nothing."""
    if page.evaluate(SIDEWAYS) <= 0:
        return []
    page.wait_for_timeout(400)  # charts follow a new width a moment later
    over = page.evaluate(SIDEWAYS)
    return [f"{over} px too wide", *page.evaluate(WIDEST)] if over > 0 else []


# the element that has the focus, marked; "" once the focus has left the page
FOCUSED = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const again = one.dataset.reached === '1';
    one.dataset.reached = '1';
    // the ring may lie on a frame around the input, or on what stands for a hidden one
    const frame = one.closest('[data-baseweb], [data-testid^=st], label') || one;
    const near = [one, one.parentElement, one.nextElementSibling, one.previousElementSibling,
        frame, ...frame.querySelectorAll('*'), one.closest('label')];
    const ringed = look => (look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0)
        || look.boxShadow !== 'none';
    const seen = near.some(part => part && ringed(getComputedStyle(part)))
        || getComputedStyle(one).borderColor !== one.dataset.rest;
    const first = again && document.querySelector('[data-reached]') === one;
    return {first, again, seen, what: one.outerHTML.slice(0, 160)};
}"""
UNREACHED = """() => {
    const every = document.querySelectorAll('[data-testid=stMain] :is(button, a[href], input, ' +
        'textarea, summary, [role=tab], [role=slider], [role=checkbox])');
    const shown = one => one.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && one.getBoundingClientRect().width > 2;
    const group = one => one.closest('[role=radiogroup], [role=tablist], [role=toolbar]');
    const left = [];
    for (const one of every) {
        if (one.dataset.reached || one.disabled || one.tabIndex < 0 || !shown(one)) continue;
        const roving = group(one);  // one stop, then the arrow keys
        if (roving && roving.querySelector('[data-reached]')) continue;
        if (one.closest('[data-testid=stElementToolbar], .modebar')) continue;
        if (one.closest('[data-testid=stTooltipIcon]')) continue;
        left.push(one.outerHTML.slice(0, 160));
    }
    return left;
}"""
REST = """() => {
    const every = document.querySelectorAll('button, a, input, textarea, summary');
    for (const one of every) one.dataset.rest = getComputedStyle(one).borderColor; }"""


def tabbed(page: Any, most: int = 250) -> tuple[list[str], list[str]]:
    """Tab through a page; return what showed no focus, and what was never reached."""
    page.evaluate(REST)
    page.evaluate("document.activeElement.blur()")
    unseen = []
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None or found["first"]:
            break  # once round
        if not found["seen"] and not found["again"]:  # again: inside a frame or a table
            unseen.append(found["what"])
    return unseen, page.evaluate(UNREACHED)


NAMED = """() => {
    const one = document.activeElement;
    if (!one.matches('a, button, input, textarea, summary, [role=tab], [role=radio]')) return [];
    const label = one.labels && one.labels.length ? one.labels[0].innerText : '';
    return [one.ariaLabel || '', label, one.innerText || ''].join('\\n').split('\\n');
}"""


def tab_to(page: Any, name: str, most: int = 150) -> None:
    """Press Tab until what bears this name has the focus, and shows that it has."""
    page.evaluate(REST)
    for _ in range(most):
        page.keyboard.press("Tab")
        if name in [line.strip() for line in page.evaluate(NAMED)]:
            page.wait_for_timeout(150)  # a ring may fade in
            assert page.evaluate(FOCUSED)["seen"], f"{name}: no focus seen"
            return
    raise AssertionError(f"{name} is not reached with {most} presses of Tab.")
