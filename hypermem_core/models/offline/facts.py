"""Offline twin of `hypermem/facts`: normally one self-contained fact per informative turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from hypermem_core.models.offline import dates, person
from hypermem_core.models.offline.filler import is_filler
from hypermem_core.models.offline.keywords import keywords, terms
from hypermem_core.models.offline.phrasing import joined, without_dates
from hypermem_core.models.offline.places import place
from hypermem_core.models.offline.queries import questions
from hypermem_core.models.offline.sentences import (
    LONGEST,
    asks,
    has_cjk,
    is_question,
    sentences,
    words,
)
from hypermem_core.replies import FactItem, FactsReply
from hypermem_core.types import Episode, Turn

SPLIT_OVER = 60  # words from which a turn becomes two facts
CONTEXT_WORDS = 30
_SHORT_REPLY = 5  # words up to which a reply needs its question to be understood
_PHOTO = re.compile(
    r"^(?:an?|the|some)?\s*(?:close[- ]?up\s+)?"
    r"(?:photo(?:graph)?(?:y|s)?|picture|image|pic)s? of\s+",
    re.IGNORECASE,
)
_OPENING = (
    "oh|wow|yeah|yep|yup|yes|no|nope|well|hey|hi|hello|thanks|thank you|thx|haha|aww+|oo+h?|cool|"
    "ok(?:ay)?|sure|so|and|but|plus|anyway|btw|by the way|actually|honestly|absolutely|definitely|"
    "totally|exactly|woohoo|congrats"
)
_LEAD = re.compile(rf"^(?:(?:{_OPENING})(?:[,!.\s]+(?:\w+)[,!]|[,!]|\s+-)\s*)+", re.IGNORECASE)


_CHINESE_LEAD = re.compile(
    r"^(?:(?:是的|是啊|对了|对啊|好的|哇|哦|嗯|谢谢|嗨|你好|太好了)[，！。,!]\s*)+"
)


@dataclass(frozen=True, slots=True)
class _Said:
    """One turn on its way to a fact."""

    turn: Turn
    other: str
    names: tuple[str, ...]
    question: str  # what the turn replies to, in the third person, without who asked
    asker: str


def reply(episode: Episode, turns: Sequence[Turn], before: Sequence[Turn] = ()) -> FactsReply:
    """Return the facts of an episode's turns, in their order."""
    return FactsReply(tell(turns, before))


def tell(turns: Sequence[Turn], before: Sequence[Turn] = ()) -> list[FactItem]:
    """Return the facts that turns state; `before` only helps to understand the first one."""
    names = _speakers([*before, *turns])
    previous = before[-1] if before else None
    facts: list[FactItem] = []
    for turn in turns:
        facts += _of_turn(turn, previous, names)
        previous = turn
    return facts


def _speakers(turns: Sequence[Turn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn.speaker for turn in turns if turn.speaker))


def _other(speaker: str, names: tuple[str, ...]) -> str:
    """Return the other one of a two-person chat, `""` in any other chat."""
    rest = [name for name in names if name != speaker]
    return rest[0] if len(rest) == 1 else ""


def _of_turn(turn: Turn, previous: Turn | None, names: tuple[str, ...]) -> list[FactItem]:
    other = _other(turn.speaker, names)
    question = _question_to(turn, previous, names)
    asker = previous.speaker if question and previous else ""
    said = _Said(turn, other, names, question, asker)
    kept = _informative(said)
    photo = _photo(turn.caption)
    if not kept and not photo:
        return []
    return [_fact(said, part, last and photo) for part, last in _split(kept)]


def _question_to(turn: Turn, previous: Turn | None, names: tuple[str, ...]) -> str:
    """Return the last question of the previous turn if another speaker asked it."""
    if previous is None or previous.speaker == turn.speaker or previous.session != turn.session:
        return ""
    asked = [part for part in sentences(previous.text[:LONGEST]) if is_question(part)]
    telling = [part for part in asked if not is_filler(part, names)]
    if not asked:
        return ""
    text = person.name_people((telling or asked)[-1], previous.speaker, turn.speaker)
    return _cut(text, CONTEXT_WORDS)


def _cut(text: str, limit: int) -> str:
    if has_cjk(text):
        return text if len(text) <= 2 * limit else text[-2 * limit :]
    parts = text.split()
    return text if len(parts) <= limit else "… " + " ".join(parts[-limit:])


def _informative(said: _Said) -> list[str]:
    """Return the sentences worth keeping: statements first of all, else what the turn asks."""
    telling = [
        part
        for part in sentences(said.turn.text[:LONGEST].strip())
        if not is_filler(part, said.names) and (words(part) or part.isalnum())
    ]
    statements = [part for part in telling if not asks(part)]
    if statements:
        return statements
    if said.question and _answers(said):
        return [said.turn.text[:LONGEST].strip()]
    return [part for part in telling if len(terms(part)) >= 1]


def _answers(said: _Said) -> bool:
    """Say whether a turn of nothing but pleasantries answers a yes-or-no question."""
    first = [word.lower() for word in words(said.turn.text)[:1]]
    known = {"yes", "yeah", "yep", "yup", "no", "nope", "nah", "definitely", "absolutely", "sure"}
    return bool(first) and first[0] in known


def _split(kept: list[str]) -> list[tuple[list[str], bool]]:
    """Return the sentences in one part, or two halves of a long turn; say which is the last."""
    sizes = [len(words(part)) for part in kept]
    if sum(sizes) <= SPLIT_OVER or len(kept) < 2:
        return [(kept, True)]
    total = sum(sizes)
    middle = min(range(1, len(kept)), key=lambda at: (abs(2 * sum(sizes[:at]) - total), at))
    return [(kept[:middle], False), (kept[middle:], True)]


def _photo(caption: str) -> str:
    return _PHOTO.sub("", caption.strip()).strip().rstrip(".")


def _lean(sentence: str, names: Sequence[str]) -> str:
    """Drop an opening exclamation (`Thanks, Ana!`, `Wow,`) from a sentence that goes on."""
    lead = _LEAD.match(sentence) or _CHINESE_LEAD.match(sentence)
    if not lead or lead.end() >= len(sentence) - 4:
        return sentence
    return sentence[lead.end() :] if is_filler(lead.group(), names) else sentence


def _sentence(said: _Said, text: str, company: str) -> str:
    lean = _lean(text, said.names)
    dated, _ = dates.annotate(lean, said.turn.time)
    return person.name_people(dated, said.turn.speaker, said.other, company)


def _body(said: _Said, kept: list[str]) -> str:
    company = person.companions(said.turn.text[:LONGEST])
    asking = bool(kept) and all(asks(part) for part in kept)
    text = joined([_sentence(said, part, company) for part in kept])
    speaker = said.turn.speaker
    if asking and not said.question:
        return f"{speaker} asked: {text}" if not has_cjk(text) else f"{speaker}问：{text}"
    if said.question and len(words(text)) <= _SHORT_REPLY and not has_cjk(text):
        return f'{speaker}, asked "{said.question}": {text}'
    if said.question and has_cjk(text) and len(text) <= 8:
        return f"{speaker}回答“{said.question}”：{text}"
    if not speaker or not text or speaker in _head(text):
        return text
    return f"{speaker}：{text}" if has_cjk(text) else f"{speaker}: {text}"


def _head(text: str) -> str:
    return text if has_cjk(text) else " ".join(text.split()[:12])


def _with_photo(speaker: str, text: str, photo: str) -> str:
    if not photo:
        return text
    if has_cjk(photo):
        return f"{text} {speaker}分享了照片：{photo}。".strip()
    return f"{text} {speaker} shared a photo of {photo}.".strip()


def _first_date(kept: list[str], time: datetime | None) -> str:
    return next((iso for part in kept if (iso := dates.annotate(part, time)[1])), "")


def _fact(said: _Said, kept: list[str], photo: str | bool) -> FactItem:
    turn = said.turn
    shown = photo if isinstance(photo, str) else ""
    told = _body(said, kept)
    text = _with_photo(turn.speaker, told, shown)
    people = [turn.speaker, *(name for name in said.names if name != turn.speaker)]
    when = _first_date(kept, turn.time)
    where = place(" ".join(kept), said.names)
    context = f"{said.asker}: {said.question}" if said.question else ""
    return FactItem(
        text=text,
        turn_ids=[turn.id],
        queries=questions(told or shown, people, when, where, said.question, shown),
        keywords=keywords(without_dates(text), 8, said.names),
        when=when,
        where=where,
        context=context,
        speaker=turn.speaker,
    )
