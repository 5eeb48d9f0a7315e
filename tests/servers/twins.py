"""A rendered prompt read back into its blanks, and answered by the offline rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache
from importlib import import_module
from string import Template
from typing import Any

from hypermem_core import codec, prompts
from hypermem_core.models.offline import TWINS
from hypermem_core.replies import TopicCandidate
from hypermem_core.types import Episode, Evidence, Fact, Topic, Turn
from tests.servers import rows

_TIME = re.compile(r"(\d{4}-\d{2}-\d{2}) \(\w+\) (\d{2}:\d{2})")
_TURN = re.compile(
    r"(?:\d+\. )?(\S+) \| (no time|\d{4}-\d\d-\d\d \(\w+\) \d\d:\d\d) \| (.*?): (.*)"
)
_BELOW = re.compile(r"(?:\d+\. )?(\S+) \| ([^|]*?): (.*)")  # a turn below its time
_UNITS = {"day": 86400.0, "hour": 3600.0, "minute": 60.0, "second": 1.0}


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Return, by prompt, what matches it once rendered, with a group for every blank."""
    found = {}
    for name in prompts.names():
        parts, seen = [], set()
        end = 0
        text = prompts.text(name)
        for match in Template.pattern.finditer(text):
            parts.append(re.escape(text[end : match.start()]))
            blank, end = match["named"] or match["braced"], match.end()
            if not blank:
                parts.append(re.escape("$"))
            elif blank in seen:
                parts.append(f"(?P={blank})")
            else:
                parts.append(f"(?P<{blank}>.*?)")
                seen.add(blank)
        found[name] = re.compile("".join(parts) + re.escape(text[end:]), re.DOTALL)
    return found


@cache
def _opening(name: str) -> str:
    return prompts.text(name).partition("$")[0]


def recognised(words: str) -> tuple[str, dict[str, str]]:
    """Return the prompt's name and the texts of its blanks; KeyError for words of no prompt."""
    for name, pattern in _patterns().items():
        opening = _opening(name)
        match = pattern.fullmatch(words) if words.startswith(opening) else None
        if match:
            return name, match.groupdict()
    raise KeyError(words[:80])


def answer(words: str) -> str:
    """Return the JSON that the prompt's offline twin answers; `{}` for words of no prompt."""
    try:
        name, texts = recognised(words)
    except KeyError:
        return "{}"
    if name not in TWINS:
        return "{}"
    blanks = {blank: _read(name, blank, text) for blank, text in texts.items()}
    blanks.pop("problem", None)
    twin = import_module(f"hypermem_core.models.offline.{TWINS[name]}")
    return codec.dumps(twin.reply(**blanks))


def _read(name: str, blank: str, text: str) -> Any:
    if blank == "members":
        return _members(name, text)
    return READERS[blank](text) if blank in READERS else text


def _gap(text: str) -> float:
    number, unit = text.split(" ")[:2]
    return float(number) * _UNITS[unit.rstrip("s")] if number[0].isdigit() else -1.0


def _split(text: str, pattern: str) -> list[str]:
    return [] if text == "(none)" else re.split(pattern, text)


def turns(text: str) -> list[Turn]:
    """Return the turns of a prompt; a line that begins none goes on with the one before."""
    found: list[Turn] = []
    time = None
    for line in text.split("\n"):
        match, below = _TURN.fullmatch(line), _BELOW.fullmatch(line)
        if (
            line.startswith("[")
            and line.endswith("]")
            and (_TIME.search(line) or "no time" in line)
        ):
            time = _time(line)
        elif below and not match:
            found.append(Turn(below[1], below[2], below[3], time))
        elif match:
            found.append(Turn(match[1], match[3], match[4], _time(match[2])))
        elif found:
            last = found[-1]
            found[-1] = Turn(last.id, last.speaker, f"{last.text}\n{line}", last.time)
    return found


def _time(text: str) -> datetime | None:
    match = _TIME.search(text)
    return datetime.fromisoformat(f"{match[1]}T{match[2]}") if match else None


def _fields(text: str) -> dict[str, str]:
    parts = re.split(r"(?:^|\n)(title|time|summary|keywords|similarity): ", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _keywords(fields: dict[str, str]) -> tuple[str, ...]:
    words = fields.get("keywords", "(none)").strip()
    return () if words == "(none)" else tuple(words.split(", "))


def _episode(text: str) -> Episode:
    fields = _fields(text)
    return Episode(
        "episode",
        fields.get("title", ""),
        fields.get("summary", ""),
        fields.get("summary", ""),
        (),
        start=_time(fields.get("time", "")),
        keywords=_keywords(fields),
    )


def _topic(text: str) -> Topic:
    fields = _fields(text)
    return Topic("topic", fields.get("title", ""), fields.get("summary", ""), _keywords(fields))


def _candidate(text: str) -> TopicCandidate:
    head, _, rest = text.partition("\n")
    local, _, title = head.partition("] ")
    fields = _fields(rest)
    similarity = float(fields.get("similarity", "0"))
    return TopicCandidate(
        local.strip("["), title, fields.get("summary", ""), _keywords(fields), similarity
    )


def _members(name: str, text: str) -> dict[str, Any]:
    parts = re.split(r"(?:^|\n\n)\[((?:episode|fact) \d+)\]\n", text)
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    if name == "hypermem/episode_roles":
        return {local: _episode(body) for local, body in pairs}
    return {local: Fact(local, body) for local, body in pairs}


def evidence(text: str) -> list[Evidence]:
    """Return the items of a context, each with the date it stands under."""
    found: list[Evidence] = []
    date = ""
    for line in text.split("\n"):
        match = re.fullmatch(r"- \[([^\]]*)\] (.*)", line)
        if match:
            body = f"[{date}] {match[2]}" if date else match[2]
            ids = tuple(match[1].split(", "))
            found.append(Evidence(f"item-{len(found)}", "fact", body, ids, 1.0, 1, date))
        elif line.endswith(":"):
            date = "" if line == "no date:" else line[:-1]
        elif found and line:
            last = found[-1]
            body = f"{last.text}\n{line}"
            found[-1] = Evidence(last.node_id, "fact", body, last.turn_ids, 1.0, 1, last.date)
    return found


# How a blank that is no plain text is read.
READERS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("turns", "history", "before"), turns),
    **dict.fromkeys(("entities", "nearby"), rows.entities),
    **dict.fromkeys(("relations", "chunks"), rows.evidence),
    **dict.fromkeys(("subqueries", "concerns", "asked", "persons", "speakers"), rows.lines),
    **dict.fromkeys(("most", "max_turns"), int),
    "new": lambda text: turns(text)[0],
    "today": _time,
    "gap_seconds": _gap,
    "points": rows.points,
    "evidence": evidence,
    "episode": _episode,
    "episodes": lambda text: [_episode(part) for part in _split(text, r"\n\n(?=title: )")],
    "topic": _topic,
    "candidates": lambda text: [
        _candidate(part) for part in _split(text, r"\n\n(?=\[topic \d+\])")
    ],
}
