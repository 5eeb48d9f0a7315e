"""A chart of the static report as a file of its own: an SVG behind a link, no script needed."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from html import escape

from hypermem_core.reports.document import UNFIT, Bar

ROW, NAME, WIDE, END = 26, 180, 320, 240  # pixels: a bar's height, and the three columns
SIGNS = 30  # of a name; the report has the whole of it


def chart_link(title: str, drawn: Sequence[Bar], most: float = 1.0, hollow: bool = False) -> str:
    """Return a link that saves the bars, or hollow diamonds at their ends, as an SVG file."""
    data = b64encode(chart_svg(title, drawn, most, hollow).encode()).decode()
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60]
    return (
        f'<p class="quiet"><a download="hypermem-{name}.svg" '
        f'href="data:image/svg+xml;base64,{data}">Save as SVG</a></p>\n'
    )


def chart_svg(title: str, drawn: Sequence[Bar], most: float = 1.0, hollow: bool = False) -> str:
    """Return bars from zero to `most` with names, whiskers and words as one SVG picture."""
    height, width = ROW * (len(drawn) + 1) + 10, NAME + WIDE + END
    rows = "".join(
        _row(bar, ROW * (number + 1), most or 1.0, hollow) for number, bar in enumerate(drawn)
    )
    grid = "".join(
        f'<path d="M{NAME + WIDE * part / 4:g} {ROW}V{height - 10}" stroke="#000" opacity=".15"/>'
        for part in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="4" y="17" font-weight="bold">{_text(title, 90)}</text>{grid}{rows}</svg>\n'
    )


def _row(bar: Bar, top: int, most: float, hollow: bool) -> str:
    def at(value: float) -> float:
        return round(NAME + WIDE * min(max(value / most, 0.0), 1.0), 1)

    middle, end = top + ROW / 2, at(bar.value)
    mark = (
        f'<rect x="{NAME}" y="{top + 5}" width="{end - NAME:g}" height="{ROW - 10}" fill="#999"/>'
    )
    if hollow:
        mark = f'<path d="M{end} {middle - 6}l6 6l-6 6l-6 -6z" fill="none" stroke="#000"/>'
    if bar.low is not None and bar.high is not None:
        ends = "".join(f"M{at(one)} {middle - 4}v8" for one in (bar.low, bar.high))
        line = f"M{at(bar.low)} {middle}H{at(bar.high)}{ends}"
        mark += f'<path d="{line}" stroke="#000" fill="none" stroke-width="1.5"/>'
    return (
        f'<text x="{NAME - 8}" y="{middle + 4:g}" text-anchor="end">{_text(bar.name, SIGNS)}</text>'
        f'{mark}<text x="{NAME + WIDE + 10}" y="{middle + 4:g}">{_text(bar.words, 60)}</text>'
    )


def _text(text: str, most: int) -> str:
    line = " ".join(UNFIT.sub("\ufffd", text).split())
    return escape(line if len(line) <= most else line[: most - 1] + "…")
