"""Elements: what segments name, normalised and merged into nodes, with every mention."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from hypermem_core.memory import Matrix
from hypermem_core.methods.hingemem import aliases, times
from hypermem_core.methods.hingemem.boundaries import Draft
from hypermem_core.models import Embedder
from hypermem_core.models.offline.keywords import singular
from hypermem_core.types import Element, ElementKind, Mention, Turn

_ARTICLE = re.compile(r"^(?:the|a|an|my|our|your|their|his|her|this|that)\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


@dataclass(slots=True)
class _Group:
    """One node on its way: its name, what else it was called, where it is mentioned."""

    kind: ElementKind
    name: str
    mentions: dict[Mention, None] = field(default_factory=dict)
    aliases: dict[str, None] = field(default_factory=dict)

    def add(self, surface: str, mentions: Sequence[Mention]) -> None:
        self.mentions.update(dict.fromkeys(mentions))
        if surface.casefold() != self.name.casefold():
            self.aliases[surface] = None


def plain_name(name: str) -> str:
    """Return a topic's or place's name for comparison: no article, case, plural or mark."""
    bare = _ARTICLE.sub("", name.strip())
    return " ".join(singular(word) for word in _WORD.findall(bare))


def join(
    drafts: Sequence[Draft], speakers: Sequence[str], embedder: Embedder, same: float
) -> tuple[list[Element], list[list[str]]]:
    """Return the nodes, and for each draft the ids of the nodes it holds, without repeats.

    Persons are one by alias, times by ISO value, topics and places by plain name, then when their
    names' cosine is at least `same`. Whoever is known by name and does not speak is in every
    segment that names them; a speaker's name is too often a mere address.
    """
    named = [name for draft in drafts for name in draft.found.persons]
    who = aliases.canonical(named, speakers)
    known = _naming([name for name, target in who.items() if target not in speakers])
    groups: dict[tuple[ElementKind, str], _Group] = {}
    held: list[list[tuple[ElementKind, str]]] = []
    for draft in drafts:
        keys: dict[tuple[ElementKind, str], None] = {}
        for kind, key, name, surface in _said(draft, who, known):
            group = groups.setdefault((kind, key), _Group(kind, name))
            group.add(surface, _mentions(kind, name, surface, draft.turns))
            keys[kind, key] = None
        held.append(list(keys))
    target = _alike(groups, embedder, same)
    nodes, ids = _nodes(groups, target)
    return nodes, [list(dict.fromkeys(ids[target[key]] for key in keys)) for keys in held]


def _naming(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of these names as whole words, the longest first."""
    proper = [re.escape(name) for name in names if name[:1].isupper() and "'" not in name]
    longest = sorted(proper, key=lambda name: (-len(name), name))
    return re.compile(rf"\b(?:{'|'.join(longest)})\b" if longest else r"(?!)")


def _said(
    draft: Draft, who: dict[str, str], known: re.Pattern[str]
) -> Iterator[tuple[ElementKind, str, str, str]]:
    """Yield (kind, key, name, surface) of all a draft names, and of the day it was said."""
    spoken = next((turn.time for turn in draft.turns if turn.time), None)
    text = " ".join(turn.content for turn in draft.turns)
    for name in [*draft.found.persons, *dict.fromkeys(known.findall(text))]:
        if target := who.get(name.strip()):
            yield "person", target, target, name.strip()
    for item in draft.found.times:
        if iso := times.normalised(item.said, item.when, spoken):
            yield "time", iso, iso, item.said.strip() or iso
    if spoken:
        day = spoken.date().isoformat()
        yield "time", day, day, day
    pairs: tuple[tuple[ElementKind, list[str]], ...] = (
        ("location", draft.found.locations),
        ("topic", draft.found.topics),
    )
    for kind, names in pairs:
        for name in names:
            if key := plain_name(name):
                yield kind, key, _ARTICLE.sub("", name.strip()), name.strip()


def _mentions(kind: ElementKind, name: str, surface: str, turns: Sequence[Turn]) -> list[Mention]:
    """Return the turns that say it or, for a person, that the person says; else the first turn."""
    said = surface.casefold()
    found = [
        Mention(surface, turn.id)
        for turn in turns
        if said in turn.content.casefold() or (kind == "person" and turn.speaker == name)
    ]
    return found or [Mention(surface, turns[0].id)]


def _alike(
    groups: dict[tuple[ElementKind, str], _Group], embedder: Embedder, same: float
) -> dict[tuple[ElementKind, str], tuple[ElementKind, str]]:
    """Return each key with the one it stands for: of like names, the first that was said."""
    target = {key: key for key in groups}
    for kind in ("location", "topic"):
        keys = [key for key in groups if key[0] == kind]
        vectors = embedder.documents([groups[key].name for key in keys])
        for i, leader in enumerate(leaders(vectors, same)):
            target[keys[i]] = keys[leader]
    return target


def leaders(vectors: Matrix, same: float) -> list[int]:
    """Return for each row the earlier row it is one with, itself if there is none."""
    found: list[int] = []
    for i in range(len(vectors)):
        heads = sorted(set(found))
        near = vectors[heads] @ vectors[i] if heads else np.zeros(0)
        best = int(np.argmax(near)) if len(near) else -1
        found.append(heads[best] if best >= 0 and near[best] >= same else i)
    return found


def _nodes(
    groups: dict[tuple[ElementKind, str], _Group],
    target: dict[tuple[ElementKind, str], tuple[ElementKind, str]],
) -> tuple[list[Element], dict[tuple[ElementKind, str], str]]:
    for key, group in groups.items():
        if target[key] != key:
            head = groups[target[key]]
            head.mentions.update(group.mentions)
            head.aliases.update({group.name: None, **group.aliases})
    kinds: tuple[ElementKind, ...] = ("person", "time", "location", "topic")
    nodes: list[Element] = []
    ids: dict[tuple[ElementKind, str], str] = {}
    for kind in kinds:
        heads = [key for key in groups if key[0] == kind and target[key] == key]
        for number, key in enumerate(heads, 1):
            group = groups[key]
            ids[key] = f"{kind}-{number:03d}"
            exact = times.granularity(group.name) if kind == "time" else ""
            nodes.append(
                Element(
                    ids[key], group.name, kind, tuple(group.mentions), tuple(group.aliases), exact
                )
            )
    return nodes, ids
