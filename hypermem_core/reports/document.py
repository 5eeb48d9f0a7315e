"""One HTML file without a script: escaped words, tables, bars drawn in greys, and its frame."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

# Nothing may be loaded and nothing may run: what escaping ever let through would still be dead.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = """
:root {color-scheme: light dark; --line: color-mix(in srgb, currentColor 22%, transparent);}
body {font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem;
  padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere;}
h1 {font-size: 1.6rem; line-height: 1.25; margin: 0 0 .3rem;}
h2 {font-size: 1.2rem; margin: 2.4rem 0 .6rem; border-bottom: 1px solid var(--line);}
h3 {font-size: 1rem; margin: 1.4rem 0 .4rem;}
p {margin: .4rem 0;}
.quiet {opacity: .75; font-size: .9rem;}
.note {border: 1px solid var(--line); border-left-width: 4px; padding: .5rem .8rem;}
.wide {overflow-x: auto;}
table {border-collapse: collapse; font-size: .88rem; width: 100%;}
th, td {text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); unicode-bidi: isolate; min-width: 3.5rem;}
td:first-child {min-width: 6rem;}
td.n, th.n {text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap;}
details {border-bottom: 1px solid var(--line); padding: .3rem 0;}
summary {cursor: pointer; unicode-bidi: isolate;}
details > div {padding: .3rem 0 .6rem 1.1rem;}
.row {display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr minmax(9rem, 14.5rem);
  gap: .7rem; align-items: center; font-size: .9rem; margin: .2rem 0;}
.row svg {width: 100%; height: 1.25rem; display: block;}
.row .track {position: relative; height: 1.25rem; border-bottom: 1px solid var(--line);}
.row .track span {position: absolute; transform: translateX(-50%);}
.axis {display: flex; justify-content: space-between; font-size: .78rem; opacity: .75;}
ol, ul {margin: .3rem 0; padding-left: 1.6rem;}
li {unicode-bidi: isolate; margin: .15rem 0;}
code {font-size: .85em;}
@media (max-width: 560px) {.row {grid-template-columns: 1fr; gap: .1rem; margin: .6rem 0;}}
@media print {details > div {break-inside: avoid;}}
"""

# Control signs, halves of signs and what is no sign: no HTML or SVG file may hold them.
UNFIT = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
AXIS = (
    '<div class="row" aria-hidden="true"><span></span><div class="axis"><span>0</span>'
    "<span>25</span><span>50</span><span>75</span><span>100 %</span></div><span></span></div>\n"
)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: a value from 0, its interval if it has one, and the words at its end."""

    name: str
    value: float
    words: str
    low: float | None = None
    high: float | None = None


def words(text: object) -> str:
    """Return any text as HTML that is only text; what no file can hold becomes `�`."""
    return escape(UNFIT.sub("\ufffd", str(text))).replace("\n", "<br>")


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table; numbers and `–` stand right, everything is escaped."""
    body = [list(row) for row in rows]
    right = [
        all(isinstance(row[n], int | float) or _numeric(str(row[n])) for row in body)
        for n in range(len(columns))
    ]

    def line(cells: Sequence[Any], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=n' if right[n] else ''}>{words(cell)}</{tag}>"
            for n, cell in enumerate(cells)
        )

    lines = "".join(f"<tr>{line(row, 'td')}</tr>\n" for row in body)
    head = f"<thead><tr>{line(columns, 'th')}</tr></thead>"
    return f'<div class="wide"><table>{head}<tbody>\n{lines}</tbody></table></div>'


def _numeric(text: str) -> bool:
    return text == "–" or (text[:1].isdigit() and not set(text) - set("0123456789.,%() –-"))


def folded(title: str, body: str) -> str:
    """Return a part that opens on demand; the title is escaped, the body is HTML already."""
    return f"<details><summary>{words(title)}</summary><div>{body}</div></details>\n"


def bars(drawn: Sequence[Bar], most: float = 1.0) -> str:
    """Return bars from zero to `most`, with whiskers, as small SVG pictures beside their words.

    Shares (`most` = 1) have an axis in percent below them; counts say their number themselves.
    """
    return "".join(_bar(bar, most or 1.0) for bar in drawn) + (AXIS if most == 1.0 else "")


def _bar(bar: Bar, most: float) -> str:
    def at(value: float) -> float:
        return round(100 * min(max(value / most, 0.0), 1.0), 2)

    grid = "".join(
        f'<line x1="{x}" x2="{x}" y1="0" y2="20" stroke="currentColor" opacity=".18" '
        'vector-effect="non-scaling-stroke"/>'
        for x in (0, 25, 50, 75, 100)
    )
    whisker = ""
    if bar.low is not None and bar.high is not None:
        ends = "".join(f"M{x} 6V14" for x in (at(bar.low), at(bar.high)))
        whisker = (
            f'<path d="M{at(bar.low)} 10H{at(bar.high)}{ends}" stroke="currentColor" '
            'fill="none" stroke-width="1.5" vector-effect="non-scaling-stroke"/>'
        )
    picture = (
        f'<svg viewBox="0 0 100 20" preserveAspectRatio="none" role="img" '
        f'aria-label="{words(f"{bar.name}: {bar.words}")}">{grid}<rect x="0" y="4" height="12" '
        f'width="{at(bar.value)}" fill="currentColor" opacity=".42"/>{whisker}</svg>'
    )
    name, said = words(bar.name), words(bar.words)
    return f'<div class="row"><span>{name}</span>{picture}<span>{said}</span></div>\n'


def diamonds(points: Sequence[tuple[str, float, str]]) -> str:
    """Return hollow diamonds (name, 0–1, words): published numbers never look like ours."""
    rows = "".join(
        f'<div class="row"><span>{words(name)}</span><div class="track">'
        f'<span style="left:{100 * value:.1f}%">◇</span></div><span>{words(said)}</span></div>\n'
        for name, value, said in points
    )
    return rows + AXIS


def document(title: str, body: str) -> bytes:
    """Return the whole file as UTF-8."""
    page = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{words(title)}</title>\n<style>{STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )
    return page.encode("utf-8")
