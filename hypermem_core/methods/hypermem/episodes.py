"""Episodes: the conversation cut into consecutive turns about one thing, each summarised."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from hypermem_core.errors import ReplyError
from hypermem_core.events import Event
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.methods.hypermem.grouped import in_groups, summaries
from hypermem_core.replies import BoundaryReply, EpisodesReply, SummaryReply
from hypermem_core.retrieval.text import count_tokens
from hypermem_core.types import Episode, Turn

WINDOW = 60  # turns shown in one question about a session: more would crowd out the reply


@dataclass(frozen=True, slots=True)
class Segment:
    """The turns of an episode to be, why it ends where it ends, and what finding that out told."""

    turns: tuple[Turn, ...]
    reason: str
    told: tuple[Event, ...] = ()


def build_episodes(building: Building) -> None:
    """Cut the conversation and add one node per episode, in reading order.

    The first sittings are summarised while later ones are still being cut: a remote model is
    never waited for twice.
    """
    total, done = len(building.conversation.turns), 0
    with building.stage("episodes", total), closing(segments(building)) as found:
        for episode, segment in _each(building, enumerate(found, 1)):
            building.add_node(episode)
            done += len(segment.turns)
            building.advance("episodes", done, f"{episode.id} ends: {segment.reason}")


def segments(building: Building) -> Generator[Segment, None, None]:
    """Yield consecutive segments that hold every turn exactly once."""
    cut = _windowed if building.settings.boundaries == "windowed" else _streaming
    sittings = _sittings(building.conversation.turns, building.settings.gap_hours)
    told: list[Event] = []
    deaf = replace(building, emit=told.append)
    for found in deaf.each(lambda quiet, sitting: list(cut(quiet, sitting)), sittings):
        for segment in found:
            yield replace(segment, told=tuple(told))
            told.clear()


def gap_seconds(earlier: Turn, later: Turn) -> float:
    """Return the silence between two turns; 0 where a time is unknown."""
    if earlier.time is None or later.time is None:
        return 0.0
    return (later.time - earlier.time).total_seconds()


def _sittings(turns: Sequence[Turn], gap_hours: float) -> Iterator[Segment]:
    """Yield what nobody need be asked about: stretches between session breaks and long silences."""
    start = 0
    for index in range(1, len(turns)):
        earlier, later = turns[index - 1], turns[index]
        gap = gap_seconds(earlier, later) / 3600
        if earlier.session != later.session:
            reason = f"end of session {earlier.session}"
        elif gap >= gap_hours:
            reason = f"silence of {gap:.1f} hours"
        else:
            continue
        yield Segment(tuple(turns[start:index]), reason)
        start = index
    if start < len(turns):
        yield Segment(tuple(turns[start:]), "end of the conversation")


def _windowed(building: Building, sitting: Segment) -> Iterator[Segment]:
    """Ask once per window of a sitting; the last segment of a window stays open for the next."""
    turns, start = sitting.turns, 0
    while start < len(turns):
        shown = turns[start : start + WINDOW]
        last = start + len(shown) == len(turns)
        found = _split(shown, _cuts(building, shown), sitting.reason)
        if not last:
            found = found[:-1] or [Segment(shown, f"{WINDOW} turns without a cut")]
        for segment in found:
            yield from _limited(building, segment)
        start += sum(len(segment.turns) for segment in found)


def _cuts(building: Building, shown: tuple[Turn, ...]) -> dict[int, str]:
    """Return index → reason of the cuts the model sees; those outside the window are dropped."""
    if len(shown) < 2:
        return {}
    try:
        reply = building.ask(
            "hypermem/episodes",
            EpisodesReply,
            turns=shown,
            max_turns=building.settings.max_turns,
        )
    except ReplyError as error:
        where = f"{shown[0].id} to {shown[-1].id}"
        building.degrade(where, "hypermem/episodes", error, f"No cuts from {where}")
        return {}
    cuts: dict[int, str] = {}
    for item in reply.cuts:
        if 0 < item.before < len(shown):
            cuts.setdefault(item.before, item.reason)
        elif item.before:  # a cut before the first turn is where the window starts anyway
            building.warn(f"A cut before turn {item.before} of {len(shown)} was ignored.", "id")
    return cuts


def _split(shown: tuple[Turn, ...], cuts: dict[int, str], end: str) -> list[Segment]:
    found, start = [], 0
    for index in sorted(cuts):
        found.append(Segment(shown[start:index], cuts[index]))
        start = index
    return [*found, Segment(shown[start:], end)]


def _limited(building: Building, segment: Segment) -> Iterator[Segment]:
    """Yield the segment in the fewest even parts that keep both limits."""
    turns, limits = segment.turns, building.settings
    sizes = [count_tokens(turn.content) for turn in turns]
    least = max(math.ceil(len(turns) / limits.max_turns), 1)
    for parts in range(least, len(turns) + 1):
        bounds = [round(part * len(turns) / parts) for part in range(parts + 1)]
        pairs = list(zip(bounds, bounds[1:], strict=False))
        fits = all(
            b - a <= limits.max_turns and (b - a == 1 or sum(sizes[a:b]) <= limits.max_tokens)
            for a, b in pairs
        )
        if fits:
            break
    reason = (
        f"longer than {limits.max_turns} turns"
        if len(turns) > limits.max_turns
        else f"longer than {limits.max_tokens} tokens"
    )
    for a, b in pairs:
        yield Segment(turns[a:b], segment.reason if b == len(turns) else reason)


def _streaming(building: Building, sitting: Segment) -> Iterator[Segment]:
    """Ask once per message, unless a limit has cut already."""
    history: list[Turn] = []
    tokens = 0
    for turn in sitting.turns:
        size = count_tokens(turn.content)
        reason = _boundary(building, history, turn, tokens + size) if history else ""
        if reason:
            yield Segment(tuple(history), reason)
            history, tokens = [], 0
        history.append(turn)
        tokens += size
    yield Segment(tuple(history), sitting.reason)


def _boundary(building: Building, history: list[Turn], new: Turn, tokens: int) -> str:
    """Return why `new` opens a new episode, or nothing."""
    limits = building.settings
    if len(history) >= limits.max_turns:
        return f"longer than {limits.max_turns} turns"
    if tokens > limits.max_tokens:
        return f"longer than {limits.max_tokens} tokens"
    gap = gap_seconds(history[-1], new)
    try:
        reply = building.ask(
            "hypermem/boundary", BoundaryReply, history=tuple(history), new=new, gap_seconds=gap
        )
    except ReplyError as error:
        so = f"No decision before {new.id}, so no cut"
        building.degrade(new.id, "hypermem/boundary", error, so)
        return ""
    return (reply.reason or "a new subject") if reply.cut else ""


def _each(
    building: Building, numbered: Iterable[tuple[int, Segment]]
) -> Iterator[tuple[Episode, Segment]]:
    """Yield the episode of each segment, asked for in groups where the settings say so."""
    groups: Iterable[list[tuple[int, Segment]]] = ([one] for one in numbered)
    if building.settings.grouped:
        groups = in_groups(numbered, lambda one: one[1].turns)
    for made in building.each(_episodes, groups):
        yield from made


def _episodes(
    building: Building, group: list[tuple[int, Segment]]
) -> list[tuple[Episode, Segment]]:
    """Return the episodes of a group; one that no grouped reply tells of is asked about alone."""
    for _, segment in group:
        building.tell(segment.told)
    ready = summaries(building, [segment.turns for _, segment in group])
    return [
        (
            _episode(number, segment, ready.get(at) or _summary(building, number, segment.turns)),
            segment,
        )
        for at, (number, segment) in enumerate(group)
    ]


def _episode(number: int, segment: Segment, reply: SummaryReply) -> Episode:
    turns = segment.turns
    times = [turn.time for turn in turns if turn.time is not None]
    return Episode(
        id=f"episode-{number:03d}",
        title=reply.title.strip() or _opening(turns, 60),
        summary=reply.summary.strip() or _opening(turns, 200),
        text=reply.text.strip() or _verbatim(turns),
        turn_ids=tuple(turn.id for turn in turns),
        start=min(times, default=None),
        end=max(times, default=None),
        keywords=tuple(dict.fromkeys(word for word in reply.keywords if word.strip())),
        cut_reason=segment.reason,
    )


def _summary(building: Building, number: int, turns: tuple[Turn, ...]) -> SummaryReply:
    try:
        return building.ask("hypermem/episode_summary", SummaryReply, turns=turns)
    except ReplyError as error:
        name = f"episode-{number:03d}"
        building.degrade(name, "hypermem/episode_summary", error, f"{name} keeps its own words")
        return SummaryReply("", "", "", [])


def _verbatim(turns: Sequence[Turn]) -> str:
    return "\n".join(f"{turn.speaker}: {turn.content}" for turn in turns)


def _opening(turns: Sequence[Turn], length: int) -> str:
    text = _verbatim(turns).replace("\n", " ")
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0] + "…"
