"""Turns first and second person into the speakers' names, with the verbs in agreement."""

from __future__ import annotations

import re

from hypermem_core.models.offline.sentences import has_cjk, sentences, straight
from hypermem_core.models.offline.verbs import ADVERBS, BASE, MODALS, is_past, third

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|\s+|[^\w\s]|_")
_QUOTED = re.compile(r"(\"[^\"]{1,400}\"|「[^」]{1,400}」|『[^』]{1,400}』)")
_CONTRACTED = {"'m": "is", "'re": "is", "'ve": "has", "'ll": "will"}
_INVERTED = frozenset(
    "am are do have was were don't aren't haven't weren't did can could will would should".split()
)
_COMPANY = (
    "kids|children|family|fam|husband|wife|partner|sister|brother|siblings|mom|mum|mother|dad|father|"
    "parents|son|daughter|friends?|teammates?|team|girlfriend|boyfriend|colleagues?|coworkers?|crew|"
    "band|group|cousins?|neighbou?rs?"
)
_COMPANIONS = re.compile(rf"\b(?:my|the|our|a|some)\s+((?:\w+\s)?(?:{_COMPANY}))\b", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:let's|you|we (?:last )?(?:chatted|talked|spoke|met up|caught up)|since we|in touch)\b",
    re.IGNORECASE,
)
_GOVERNS = frozenset(
    "help helps helped helping let lets letting make makes made making see seeing saw hear hearing "
    "watch watching have had to for with of from about did do does don't doesn't didn't can could "
    "will would should may must can't couldn't won't love like want than at on by".split()
)
_PLURAL_VERB = {"is": "are", "was": "were", "has": "have"}


def _verb_after(tokens: list[str], index: int) -> int | None:
    """Return the position of the verb that follows a pronoun, over adverbs; None if none does."""
    position = index + 1
    while position < len(tokens):
        token = tokens[position].lower()
        if not token.strip() or token in ADVERBS or (token.endswith("ly") and token not in BASE):
            position += 1
            continue
        return position if token[0].isalpha() else None
    return None


def _agree(tokens: list[str], index: int) -> bool:
    """Put the verb after the pronoun at `index` into the third person; say if it is a present."""
    position = _verb_after(tokens, index)
    if position is None:
        return False
    verb = tokens[position]
    tokens[position] = third(verb)
    return tokens[position] != verb


def _agree_joined(tokens: list[str], index: int) -> None:
    """Put verbs joined to a changed present by `and` or `but` into the third person too."""
    for position in range(index + 1, len(tokens)):
        token = tokens[position].lower()
        if token in {"to", ";"} or token in MODALS or token in {"i", "we", "they", "you"}:
            return
        if token in {"and", "but"}:
            verb = _verb_after(tokens, position)
            if verb is not None and tokens[verb].lower() in BASE:
                tokens[verb] = third(tokens[verb])


def _previous(tokens: list[str], index: int) -> str:
    return next((t.lower() for t in reversed(tokens[:index]) if t.strip()), "")


def _next(tokens: list[str], index: int) -> str:
    return next((t.lower() for t in tokens[index + 1 :] if t.strip()), "")


def _invert(tokens: list[str], index: int) -> bool:
    """Make an auxiliary before the pronoun agree (`do you` → `does Ana`); say if there was one."""
    before = _previous(tokens, index)
    if before not in _INVERTED:
        return False
    for position in range(index - 1, -1, -1):
        if tokens[position].lower() == before:
            new = third(before)
            tokens[position] = new.capitalize() if tokens[position][0].isupper() else new
            return True
    return True


class _Rewriter:
    """Rewrites the tokens of one sentence; keeps who was named so far."""

    def __init__(self, speaker: str, other: str, company: str) -> None:
        self.speaker = speaker
        self.other = other
        self.company = company  # who "we" are
        self.named = False
        self.we_named = False

    def rewrite(self, tokens: list[str]) -> None:
        """Change every pronoun of the first and second person in place."""
        for index, token in enumerate(tokens):
            low = token.lower()
            head, mark, tail = low.partition("'")
            if head == "i" and (mark or _next(tokens, index) != "."):
                self._first(tokens, index, mark + tail)
            elif head in {"we", "us", "our", "ours", "ourselves"}:
                self._plural(tokens, index, head, mark + tail)
            elif low in {"my", "mine", "me", "myself"}:
                tokens[index] = self._oblique(low)
                self.named = True
            elif self.other and head in {"you", "your", "yours", "yourself", "ya", "u", "ur"}:
                self._second(tokens, index, head, mark + tail)

    def _oblique(self, word: str) -> str:
        if word == "myself":
            return "themself"
        if word == "me":
            return self.speaker
        if word == "my":
            return "their" if self.named else f"{self.speaker}'s"
        return f"{self.speaker}'s"

    def _first(self, tokens: list[str], index: int, tail: str) -> None:
        self.named = True
        tokens[index] = self.speaker
        if tail:
            tokens[index] += " " + _expanded(tail, _after(tokens, index))
        elif not _invert(tokens, index) and _agree(tokens, index):
            _agree_joined(tokens, index)

    def _second(self, tokens: list[str], index: int, head: str, tail: str) -> None:
        if head in {"your", "yours", "ur"}:
            tokens[index] = f"{self.other}'s"
            return
        if head == "yourself":
            tokens[index] = "themself"
            return
        before = _previous(tokens, index)
        tokens[index] = self.other
        if _next(tokens, index) in {"guys", "both", "all"}:
            tokens[index + 1 : index + 3] = ["", ""]  # keeps the positions of what follows
        if tail:
            tokens[index] += " " + _expanded(tail, _after(tokens, index))
        elif not _invert(tokens, index) and _is_subject(tokens, index, before):
            _agree(tokens, index)

    def _plural(self, tokens: list[str], index: int, head: str, tail: str) -> None:
        if head in {"our", "ours"}:
            tokens[index] = "their" if head == "our" else "theirs"
        elif head == "us":
            tokens[index] = (
                "them" if self.we_named or self.named else f"{self.speaker} and {self.company}"
            )
        elif head == "ourselves":
            tokens[index] = "themselves"
        else:
            tokens[index] = "they" if self.we_named else f"{self.speaker} and {self.company}"
            self.we_named = True
            if tail:
                word = _expanded(tail, _after(tokens, index))
                tokens[index] += " " + _PLURAL_VERB.get(word, word)


def _after(tokens: list[str], index: int) -> str:
    """Return the first word after a position that is no adverb."""
    position = _verb_after(tokens, index)
    return tokens[position].lower() if position is not None else ""


_PARTICIPLES = frozenset(
    "been had never better gone done seen taken given written eaten known grown spoken".split()
)


def _expanded(tail: str, following: str) -> str:
    if tail == "'d":
        done = following in _PARTICIPLES or (is_past(following) and following not in BASE)
        return "had" if done else "would"
    if tail == "'s":
        return "is"
    return _CONTRACTED.get(tail, tail.lstrip("'"))


def _is_subject(tokens: list[str], index: int, before: str) -> bool:
    following = _after(tokens, index)
    if following in {"are", "were", "have", "do", "don't", "haven't", "aren't", "weren't"}:
        return True
    return before not in _GOVERNS and following in BASE and not is_past(following)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain_part(text: str, rewriter: _Rewriter) -> str:
    tokens = _TOKEN.findall(text)
    rewriter.rewrite(tokens)
    return "".join(tokens)


def _chinese(text: str, speaker: str, other: str) -> str:
    text = text.replace("我们", f"{speaker}等人").replace("咱们", f"{speaker}等人")
    text = text.replace("我", speaker)
    if other:
        text = text.replace("你们", f"{other}等人").replace("您", other).replace("你", other)
    return text


def companions(text: str) -> str:
    """Return who is with the speaker (`the kids`), as the text names them; `""` if it does not."""
    match = _COMPANIONS.search(text)
    return f"the {match.group(1).lower()}" if match else ""


def _without_vocative(sentence: str, other: str) -> str:
    """Drop the other's name where it only addresses them (`How are you, Ben?`)."""
    if not other:
        return sentence
    called = re.escape(other)
    sentence = re.sub(rf"^{called},\s*(?=you)", "", sentence)
    return re.sub(rf",\s*{called}(?=[,!?.])", "", sentence)


def name_people(sentence: str, speaker: str, other: str = "", company: str = "") -> str:
    """Return a sentence in the third person; words in quotation marks are left alone."""
    together = other if _BOTH.search(sentence) else ""
    rewriter = _Rewriter(speaker, other, together or company or "others")
    parts = _QUOTED.split(_without_vocative(straight(sentence), other))
    for index in range(0, len(parts), 2):
        if has_cjk(parts[index]):
            parts[index] = _chinese(parts[index], speaker, other)
        else:
            parts[index] = _plain_part(parts[index], rewriter)
    return _capital("".join(parts))


def rewrite(text: str, speaker: str, other: str = "") -> str:
    """Return a whole text in the third person."""
    company = companions(text)
    return " ".join(name_people(part, speaker, other, company) for part in sentences(text))
