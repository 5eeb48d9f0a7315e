"""Offline twin of `hgmem/extract`: a fragment per informative turn, tied to what it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypermem_core.models.offline.facts import tell
from hypermem_core.models.offline.hgmem.mentions import mentions
from hypermem_core.models.offline.sentences import sentences, words
from hypermem_core.replies import ExtractReply, FactItem, MentionItem, StatementItem
from hypermem_core.types import Turn

SENTENCE_WORDS = 40  # words up to which sentences of a document are one fragment


def reply(
    turns: Sequence[Turn], before: Sequence[Turn] = (), speakers: Sequence[str] = ()
) -> ExtractReply:
    """Return the entities and statements of a chunk's new turns, in their order."""
    entities: dict[str, str] = dict.fromkeys(speakers, "person")
    statements: list[StatementItem] = []
    for fact in tell(turns, before) if speakers else _prose(turns):
        named = mentions(fact.text, speakers)
        entities.update({name: kind for name, kind in named.items() if name not in entities})
        people = _people(fact.text, fact.speaker, speakers) if speakers else []
        statements.append(
            StatementItem(fact.text, [*people, *named], list(fact.turn_ids), fact.when)
        )
    items = [MentionItem(name, kind) for name, kind in entities.items() if name]
    return ExtractReply(items, statements)


def _prose(turns: Sequence[Turn]) -> Iterator[FactItem]:
    """Yield the sentences of a text no speaker is known of, short ones together, unchanged."""
    for turn in turns:
        held = ""
        for sentence in sentences(turn.content):
            if held and len(words(held)) + len(words(sentence)) > SENTENCE_WORDS:
                yield FactItem(held, [turn.id], [], [])
                held = ""
            held = f"{held} {sentence}".strip()
        if held:
            yield FactItem(held, [turn.id], [], [])


def _people(text: str, speaker: str, speakers: Sequence[str]) -> list[str]:
    """Return who said it, and the other speakers whose name stands in it."""
    said = {word.removesuffix("'s") for word in words(text)}
    others = [n for n in speakers if n != speaker and n.split() and n.split()[0] in said]
    return [name for name in [speaker, *others] if name]
