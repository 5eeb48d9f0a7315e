"""One name for each entity: spellings, plurals, nicknames of speakers and given aliases."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import Stemmer

LEAST_NICKNAME = 3
_ARTICLE = re.compile(r"^(?:the|a|an)\s+")
_POSSESSIVE = re.compile(r"['’]s\b")
_EDGES = " \t\"'“”‘’.,;:!?()[]{}<>*"
_stem = lru_cache(maxsize=65536)(Stemmer.Stemmer("english").stemWord)


@lru_cache(maxsize=65536)
def key_of(name: str) -> str:
    """Return what equal names share: NFKC, no case, one space, no article, stems of words."""
    plain = " ".join(unicodedata.normalize("NFKC", name).strip(_EDGES).casefold().split())
    plain = _POSSESSIVE.sub("", _ARTICLE.sub("", plain))
    return " ".join(_stem(word.strip(_EDGES)) for word in plain.split())


@dataclass(slots=True)
class AliasTable:
    """Key of a spelling → key of the entity it means; grows during a build."""

    speakers: tuple[str, ...] = ()
    means: dict[str, str] = field(default_factory=dict)
    spellings: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, aliases: Iterable[str] = ()) -> str:
        """Learn a name and its aliases; return the entity's key, "" for an empty name.

        An alias that already means something else keeps its meaning.
        """
        key = self.resolve(name)
        if not key:
            return ""
        self._spell(key, name)
        for alias in aliases:
            other = key_of(alias)
            if other and other not in self.spellings and self.means.setdefault(other, key) == key:
                self._spell(key, alias)
        return key

    def resolve(self, name: str) -> str:
        """Return the key of the entity a name means; its own key if it is new."""
        key = key_of(name)
        if key in self.means or not key:
            return self.means.get(key, key)
        nick = _nicknamed(name, self.speakers)
        if nick:
            self.means[key] = key_of(nick)
            self._spell(self.means[key], name)
            return self.means[key]
        return key

    def _spell(self, key: str, name: str) -> None:
        shown = " ".join(name.strip(_EDGES).split())
        found = self.spellings.setdefault(key, [])
        if shown and shown.casefold() not in {other.casefold() for other in found}:
            found.append(shown)


def _nicknamed(name: str, speakers: Sequence[str]) -> str:
    """Return the one speaker a name is the first name or the beginning of, "" if none is.

    `Mel` is Melanie where no other speaker begins so; `the` and `Me` are nobody.
    """
    low = name.strip(_EDGES).casefold()
    if len(low) < LEAST_NICKNAME or not name.strip(_EDGES)[:1].isupper() or " " in low:
        return ""
    found = [
        speaker
        for speaker in speakers
        if any(part.startswith(low) for part in speaker.casefold().split())
    ]
    return found[0] if len(found) == 1 else ""
