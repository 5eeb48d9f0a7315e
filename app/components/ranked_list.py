"""One ranked list: rank, mark, title, score bar, score, and the change against the list before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from app import theme
from app.figures.rank_bump import list_name, ranks
from hypermem_core.types import Ranking, StageRanking

STAGE_LEVELS = {
    "topic": "topic",
    "episode": "episode",
    "fact": "fact",
    "candidate": "segment",
    "score": "segment",
    "entity": "entity",
    "relation": "relation",
    "fragment": "fragment",
    "turn": "turn",
}
BELOW_CUT = 5  # rows shown after the limit's line; gold is always shown

STYLE = """<style>
.hm-lists {container-type: inline-size;}
.hm-lists > input {position: absolute; opacity: 0; pointer-events: none;}
.hm-lists > label {display: none;}
.hm-columns {display: grid; gap: 0 1rem; grid-auto-flow: column; overflow-x: auto;
  grid-auto-columns: minmax(10.5rem, 1fr);}
.hm-list h5 {margin: 0 0 .3rem; padding: 0 0 .3rem; font-size: .92rem; font-weight: 600;
  border-bottom: 1px solid var(--hm-grid);}
.hm-list h5 small {font-weight: 400; color: var(--hm-neutral);}
.hm-list ol {list-style: none; margin: 0; padding: 0;}
.hm-list li {margin: 0; padding: .22rem .25rem; font-size: .84rem; line-height: 1.3;
  border-radius: .3rem;}
.hm-list summary {list-style: none; cursor: pointer; display: grid; column-gap: .35rem;
  grid-template-columns: 1.5rem 1rem minmax(0, 1fr);}
.hm-list summary::-webkit-details-marker {display: none;}
.hm-rank {text-align: right; color: var(--hm-neutral); font-variant-numeric: tabular-nums;}
.hm-mark {text-align: center;}
.hm-gold .hm-mark {color: var(--hm-time);}
.hm-gold .hm-title {font-weight: 600;}
.hm-title {display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical;
  overflow: hidden; overflow-wrap: anywhere;}
.hm-list details[open] .hm-title {-webkit-line-clamp: unset;}
.hm-meta {grid-column: 3; display: flex; flex-wrap: wrap; align-items: center;
  gap: 0 .35rem; font-size: .74rem;
  font-variant-numeric: tabular-nums; margin-top: .1rem;}
.hm-score {flex: 1; height: 4px; border-radius: 2px; background: var(--hm-grid);
  min-width: 1rem;}
.hm-score i {display: block; height: 4px; border-radius: 2px;}
.hm-delta {color: var(--hm-neutral); min-width: 1.9rem; text-align: right;}
.hm-more {padding: .2rem 0 .2rem 2rem; color: var(--hm-neutral); font-size: .78rem;
  overflow-wrap: anywhere;}
.hm-out {opacity: .55;} .hm-out:hover, .hm-out:focus-within, .hm-out.hm-gold {opacity: 1;}
.hm-limit {display: flex; align-items: center; gap: .5rem; font-size: .76rem;
  font-weight: 600; padding: .25rem 0;}
.hm-limit::before, .hm-limit::after {content: ""; flex: 1;
  border-top: 2px dashed var(--hm-neutral);}
@container (max-width: 640px) {
  .hm-lists > label {display: block; float: left; padding: .3rem .7rem; margin: 0 .2rem .5rem 0;
    border: 1px solid var(--hm-grid); border-radius: 1rem; font-size: .84rem; cursor: pointer;}
  .hm-columns {display: block; clear: both;} .hm-list {display: none;}
}
</style>"""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a stage's lists share."""

    titles: Mapping[str, str]
    kept: frozenset[str]
    limit: str
    gold: frozenset[str]
    colour: str
    marks: Mapping[str, str]  # node id → class that ties its rows together


def shown(stage: StageRanking, titles: Mapping[str, str], gold: Collection[str]) -> Shown:
    """Return what the lists of a stage share."""
    ids = {item.node_id for ranking in stage.rankings for item in ranking.items}
    return Shown(
        titles,
        frozenset(stage.kept),
        stage.cut[0].limit if stage.cut else "",
        frozenset(gold),
        theme.level(level_of(stage.stage)),
        {node_id: f"hm-n{number}" for number, node_id in enumerate(sorted(ids))},
    )


def level_of(stage: str) -> str:
    """Return the level whose colour a stage has."""
    found = (name for name in STAGE_LEVELS if name in stage)
    return STAGE_LEVELS[next(found, "turn")]


def significant(score: float) -> str:
    """Return a score with three significant digits."""
    return f"{score:#.3g}".rstrip(".")


def delta(rank: int, before: Mapping[str, int] | None, node_id: str) -> str:
    """Return how far the node moved since the list before: ▲2, ▼3, = or new."""
    if before is None:
        return ""
    if node_id not in before:
        return "new"
    moved = before[node_id] - rank
    return f"▲{moved}" if moved > 0 else f"▼{-moved}" if moved < 0 else "="


def mark(node_id: str, about: Shown) -> tuple[str, str]:
    """Return the mark of a row and its meaning in words."""
    kept = node_id in about.kept
    if node_id in about.gold:
        return (theme.GOLD, "gold, kept") if kept else (theme.LOST, "gold, lost here")
    return ("●", "kept") if kept else ("○", "cut")


def rows_shown(ranking: Ranking, about: Shown) -> list[int]:
    """Return the places (from 0) a list shows: all kept, a few after them, and gold."""
    last = max(
        (n for n, item in enumerate(ranking.items) if item.node_id in about.kept), default=-1
    )
    end = min(last + 1, len(about.kept)) + BELOW_CUT
    return [
        number
        for number, item in enumerate(ranking.items)
        if number < end or item.node_id in about.gold
    ]


def ranked_list(
    ranking: Ranking, about: Shown, before: Ranking | None = None, decides: bool = False
) -> str:
    """Return the HTML of one list; the list that decides has the limit's line drawn in it."""
    places = ranks(before) if before is not None else None
    scores = [item.score for item in ranking.items]
    low, high = min([0.0, *scores]), max([0.0, *scores])
    rows: list[str] = []
    previous, line_drawn = -1, not (decides and about.limit)
    for number in rows_shown(ranking, about):
        item = ranking.items[number]
        if not line_drawn and item.node_id not in about.kept:
            rows.append(f'<li class="hm-limit" role="separator">{escape(about.limit)}</li>')
            line_drawn = True
        if number > previous + 1:
            rows.append(f'<li class="hm-more">… {number - previous - 1} more</li>')
        share = (item.score - low) / (high - low) if high > low else 0.0
        moved = delta(number + 1, places, item.node_id)
        rows.append(_row(item.node_id, number + 1, item.score, share, moved, about))
        previous = number
    if len(ranking.items) > previous + 1:
        rows.append(f'<li class="hm-more">… {len(ranking.items) - previous - 1} more, cut</li>')
    note = ranking.note or ("" if ranking.items else "This list is empty.")
    if note:
        rows.insert(0, f'<li class="hm-more">{escape(note)}</li>')
    name = escape(list_name(ranking.ranker))
    head = f"<h5>{name} <small>{len(ranking.items):,}</small></h5>"
    return f'<div class="hm-list">{head}<ol>{"".join(rows)}</ol></div>'


def _row(node_id: str, rank: int, score: float, share: float, moved: str, about: Shown) -> str:
    sign, meaning = mark(node_id, about)
    state = "" if node_id in about.kept else "hm-out"
    gold = "hm-gold" if node_id in about.gold else ""
    bar = f'<i style="width:{share:.0%};background:{about.colour}"></i>'
    return (
        f'<li class="{state} {gold} {about.marks.get(node_id, "")}"><details><summary>'
        f'<span class="hm-rank">{rank}</span>'
        f'<span class="hm-mark" title="{meaning}" aria-label="{meaning}">{sign}</span>'
        f'<span class="hm-title">{escape(about.titles.get(node_id, node_id))}</span>'
        f'<span class="hm-meta"><span class="hm-id">{escape(node_id)}</span>'
        f'<span class="hm-score">{bar}</span>'
        f'<b>{significant(score)}</b><span class="hm-delta">{moved}</span></span>'
        "</summary></details></li>"
    )


def lists_html(stage: StageRanking, titles: Mapping[str, str], gold: Collection[str]) -> str:
    """Return the lists of a stage side by side; on a narrow screen as tabs."""
    about = shown(stage, titles, gold)
    columns: list[str] = []
    last = max((n for n, ranking in enumerate(stage.rankings) if ranking.items), default=-1)
    for number, ranking in enumerate(stage.rankings):
        before = stage.rankings[number - 1] if number else None
        columns.append(ranked_list(ranking, about, before, number == last))
    names = [list_name(ranking.ranker) for ranking in stage.rankings]
    return (
        f'{STYLE}{_lights(about)}<div class="hm-lists">{_tabs(names, max(last, 0))}'
        f'<div class="hm-columns">{"".join(columns)}</div></div>'
    )


def _tabs(names: Sequence[str], chosen: int) -> str:
    """Return radio buttons that choose a list on a narrow screen, and their style."""
    buttons, rules = [], []
    for number, name in enumerate(names):
        key = f"hm-tab-{number}"
        on = " checked" if number == chosen else ""
        buttons.append(f'<input type="radio" name="hm-tab" id="{key}" class="{key}"{on}>')
        buttons.append(f'<label for="{key}" class="{key}-label">{escape(name)}</label>')
        rules.append(
            f".hm-lists > .{key}:checked ~ .hm-columns > .hm-list:nth-child({number + 1})"
            "{display: block;}"
            f".hm-lists > .{key}:checked + .{key}-label"
            "{background: var(--hm-grid); font-weight: 600;}"
        )
    narrow = f"<style>@container (max-width: 640px) {{{''.join(rules)}}}</style>"
    return narrow + "".join(buttons)


def _lights(about: Shown) -> str:
    """Return the rules that light a chosen node up in every list."""
    rules = [
        f".hm-columns:has(.{name}:is(:hover, :focus-within, :has([open]))) .{name}"
        "{background: var(--hm-grid); opacity: 1;}"
        for name in about.marks.values()
    ]
    return f"<style>{''.join(rules)}</style>"
