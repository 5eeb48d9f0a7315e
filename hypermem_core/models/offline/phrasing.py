"""Picks the sentences and phrases that stand for a longer text: summaries and titles."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from hypermem_core.models.offline.keywords import (
    is_weak,
    keywords,
    names_something,
    singular,
    terms,
)
from hypermem_core.models.offline.sentences import has_cjk, sentences, straight, words
from hypermem_core.models.offline.verbs import BASE, MODALS, base_of_third, is_past

_BRACKETS = re.compile(r"\s*[(（][^)）]{0,60}[)）]")
_BREAK = re.compile(
    r"[,;:!?.–—。，！？；]|\s-+\s|"
    r"\s(?:and (?=it|they|he|she|[A-Z])|but|so|because|since|which|when)\s"
)
_PHOTO = re.compile(r"shared a photo of|分享了照片")
_NUMBER = re.compile(r"\d")
LONGEST_TITLE = 9


def joined(parts: Sequence[str]) -> str:
    """Return sentences as one text, without spaces in Chinese."""
    return ("" if parts and has_cjk(parts[0]) else " ").join(parts)


def without_dates(text: str) -> str:
    """Return a text without the dates added in parentheses."""
    return _BRACKETS.sub("", text)


def weight(sentence: str, counts: Counter[str]) -> float:
    """Return how much of what a text is about a sentence holds: its terms' counts, damped."""
    found = set(terms(without_dates(sentence)))
    if not found:
        return 0.0
    shared: float = sum(counts[term] - 0.5 for term in sorted(found))
    facts = 1.0 if _NUMBER.search(sentence) else 0.0
    dull = _PHOTO.search(sentence) or " asked" in sentence[:30] or sentence.endswith("?")
    penalty = 0.5 if dull or 0 < len(words(sentence)) < 5 and not has_cjk(sentence) else 1.0
    return penalty * (shared / math.sqrt(len(words(sentence)) + 12) + facts)


def best_sentences(texts: Sequence[str], most: int, longest: int = 45) -> list[str]:
    """Return the `most` weightiest sentences in their order, each with a new thing to say."""
    pool = [part for text in texts for part in sentences(text)]
    counts = Counter(term for part in pool for term in terms(without_dates(part)))
    order = sorted(range(len(pool)), key=lambda i: (-weight(pool[i], counts), i))
    kept: list[int] = []
    for index in order:
        if len(kept) < most and not _repeats(pool[index], [pool[i] for i in kept]):
            kept.append(index)
    return [_shortened(pool[index], longest) for index in sorted(kept)]


def _repeats(sentence: str, others: Sequence[str]) -> bool:
    found = set(terms(sentence))
    return any(found and len(found & set(terms(other))) >= 0.7 * len(found) for other in others)


def _shortened(sentence: str, longest: int) -> str:
    if has_cjk(sentence):
        return sentence if len(sentence) <= 3 * longest else sentence[: 3 * longest] + "…"
    parts = sentence.split()
    return sentence if len(parts) <= longest else " ".join(parts[:longest]) + " …"


def clause_title(texts: Sequence[str], names: Sequence[str]) -> str:
    """Return a clause of 4 to 9 words that begins with a name and says most; `""` if none."""
    counts = Counter(term for text in texts for term in terms(without_dates(text)))
    ranked: list[tuple[float, int, str]] = []
    for text in texts:
        for sentence in sentences(text):
            if title := _named_clause(sentence, names):
                ranked.append((-_telling(title) * weight(title, counts), len(ranked), title))
    return min(ranked)[2] if ranked else ""


def _telling(title: str) -> float:
    """Return a factor that prefers what happened to advice and intentions."""
    verb = title.split()[1]
    if verb in MODALS:
        return 0.5
    return 1.3 if is_past(verb) else 1.0


def _named_clause(sentence: str, names: Sequence[str]) -> str:
    plain = without_dates(sentence)
    if has_cjk(plain) or _PHOTO.search(plain) or " asked" in plain[:30]:
        return ""
    for name in names:
        at = plain.find(f"{name} ")
        if at == 0 or (at > 0 and _LEADS.search(plain[:at])):
            return _title_of(_BREAK.split(plain[at:], maxsplit=1)[0])
    return ""


def _title_of(clause: str) -> str:
    """Return a clause without words of time, cut to the length of a title; `""` if too short."""
    parts = _TIME.sub("", clause).split()[:LONGEST_TITLE]
    while parts and parts[-1].lower() in _DANGLING:
        parts.pop()
    return " ".join(parts) if len(parts) >= 4 else ""


_LEADS = re.compile(
    r"^(?:(?:last|this|next|on) \w+|yesterday|today|lately|recently|actually|plus|but|and|so|also)"
    r"[,\s]*$|[,;]\s(?:and\s|so\s|but\s)?$",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\s\b(?:(?:last|this|next|on) (?:\w+day|week|weekend|month|year|night|fri|sat|sun)|yesterday|"
    r"today|tomorrow|recently|lately|just|also|really|actually|definitely|finally)\b",
    re.IGNORECASE,
)
_DANGLING = frozenset(
    "a an the of to in on at for with and or by from their his her its that this is was be as my "
    "really very so about into some what how who they has had last been got such like if it he "
    "she we you there here these those while".split()
)
_OPENS_NOUN = frozenset(
    "a an the their his her its my our this these some another new of for at in from about".split()
)


def noun_phrases(text: str, skip: set[str]) -> list[list[str]]:
    """Return runs of up to three content words that follow a word which announces a noun."""
    found: list[list[str]] = []
    run: list[str] | None = None
    for token in _TOKEN.findall(text):
        low = token.lower()
        if run is not None and token[0].isalpha() and nounlike(low, skip) and len(run) < 3:
            run.append(token)
            continue
        if run:
            found.append(run)
        run = [] if low in _OPENS_NOUN or low.endswith("'s") else None
    return [*found, run] if run else found


_TOKEN = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|[^\w\s]|\d+")


def nounlike(word: str, skip: set[str]) -> bool:
    """Say whether a lower-case word may be a noun: no verb form, filler or name."""
    verb = is_past(word) or word in BASE or base_of_third(word) in BASE
    return names_something(word) and not (verb or is_weak(word) or singular(word) in skip)


def key_phrase(text: str, names: Sequence[str]) -> str:
    """Return the noun phrase that holds most of what a text keeps naming, else a keyword."""
    skip = {singular(part) for name in names for part in words(name)}
    plain = without_dates(text)
    counts = Counter(terms(plain))
    phrases = noun_phrases(straight(plain), skip)
    times = Counter(" ".join(phrase[-2:]).lower() for phrase in phrases)
    best = max(times, key=lambda phrase: (_strength(phrase, times, counts), phrase), default="")
    single = keywords(plain, 1, names)
    shown = {" ".join(phrase[-2:]).lower(): " ".join(phrase[-2:]) for phrase in phrases}
    return shown[best] if best else "".join(single)


def _strength(phrase: str, times: Counter[str], counts: Counter[str]) -> float:
    parts = phrase.split()
    named = sum(counts[singular(part)] for part in parts) / math.sqrt(len(parts))
    return named + times[phrase]


def listed(items: Sequence[str]) -> str:
    """Return `a, b and c`, in Chinese `a、b和c`."""
    if len(items) > 1 and has_cjk(items[0]):
        return f"{'、'.join(items[:-1])}和{items[-1]}"
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
