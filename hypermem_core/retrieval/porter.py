"""Porter's stemmer with the changes NLTK made to it: what the official HyperMem code stems with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

Rule = tuple[str, str]

# Source: Porter, Program 14(3), 1980; the irregular words and other changes are NLTK's.
_IRREGULAR = {
    form: stem
    for stem, forms in {
        "sky": "sky skies",
        "die": "dying",
        "lie": "lying",
        "tie": "tying",
        "news": "news",
        "inning": "innings inning",
        "outing": "outings outing",
        "canning": "cannings canning",
        "howe": "howe",
        "proceed": "proceed",
        "exceed": "exceed",
        "succeed": "succeed",
    }.items()
    for form in forms.split()
}
_STEP_2: tuple[Rule, ...] = (
    *(("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance")),
    *(("izer", "ize"), ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e")),
    *(("ousli", "ous"), ("ization", "ize"), ("ation", "ate"), ("ator", "ate")),
    *(("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous")),
    *(("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"), ("fulli", "ful")),
)
_STEP_3: tuple[Rule, ...] = (
    *(("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic")),
    *(("ical", "ic"), ("ful", ""), ("ness", "")),
)
_STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split()


def _consonant(word: str, place: int) -> bool:
    if word[place] == "y":
        return place == 0 or not _consonant(word, place - 1)
    return word[place] not in "aeiou"


def _shape(word: str) -> str:
    return "".join("c" if _consonant(word, i) else "v" for i in range(len(word)))


def _measure(word: str) -> int:
    """Return how often a vowel is followed by a consonant: Porter's m."""
    return _shape(word).count("vc")


def _positive(stem: str) -> bool:
    return _measure(stem) > 0


def _ends_short(word: str) -> bool:
    """Return whether a word ends consonant–vowel–consonant (not w, x, y), or is vowel–consonant."""
    shape = _shape(word)
    return (shape.endswith("cvc") and word[-1] not in "wxy") or shape == "vc"


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _consonant(word, len(word) - 1)


def _replace(word: str, rules: Sequence[Rule], allowed: Callable[[str], bool]) -> str:
    """Apply the first rule whose ending fits, if what stands before it is allowed."""
    for ending, other in rules:
        if word.endswith(ending):
            stem = word[: len(word) - len(ending)]
            return stem + other if allowed(stem) else word
    return word


def _plural(word: str) -> str:
    if word.endswith("ies") and len(word) == 4:
        return word[:-1]
    return _replace(
        word, (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")), lambda stem: True
    )


def _past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _positive(word[:-3]) else word
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and "v" in _shape(stem):
            return _mended(stem)
    return word


def _mended(stem: str) -> str:
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if _ends_double(stem):
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _ends_short(stem) else stem


def _final_y(word: str) -> str:
    stem = word[:-1]
    if word.endswith("y") and len(stem) > 1 and _consonant(stem, len(stem) - 1):
        return stem + "i"
    return word


def _double_endings(word: str) -> str:
    if word.endswith("alli") and _positive(word[:-4]):
        return _double_endings(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _positive(word[:-3]) else word
    return _replace(word, _STEP_2, _positive)


def _long_endings(word: str) -> str:
    for ending in _STEP_4:
        if word.endswith(ending):
            stem = word[: len(word) - len(ending)]
            fits = _measure(stem) > 1 and (ending != "ion" or stem[-1] in "st")
            return stem if fits else word
    return word


def _final_e(word: str) -> str:
    if not word.endswith("e"):
        return word
    stem = word[:-1]
    measure = _measure(stem)
    return stem if measure > 1 or (measure == 1 and not _ends_short(stem)) else word


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the stem of a lower-case word; words of one or two letters stay as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _double_endings(_final_y(_past(_plural(word))))
    word = _final_e(_long_endings(_replace(word, _STEP_3, _positive)))
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
