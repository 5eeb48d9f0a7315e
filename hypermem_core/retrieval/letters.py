"""The words of the official HyperMem code: letters only, so no number, date or joined word.

It splits as NLTK's `word_tokenize` does and keeps what is all letters; written anew here, because
that function fetches data when it runs. Of its sentence rules only one matters for words of
letters: a full stop belongs to an abbreviation, or else it ends the word.
"""

from __future__ import annotations

import re

from hypermem_core.retrieval.porter import stem

_STOP = """
i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her
hers herself it its itself they them their theirs themselves what which who whom this that these
those am is are was were be been being have has had having do does did doing an the and but if or
because as until while of at by for with about against between into through during before after
above below to from up down in out on off over under again further then once here there when where
why how all any both each few more most other some such no nor not only own same so than too very
can will just don should now ll re ve ain aren couldn didn doesn hadn hasn haven isn ma mightn
mustn needn shan shouldn wasn weren won wouldn
"""
STOP_WORDS = frozenset(_STOP.split())
ABBREVIATIONS = frozenset(
    """
    mr mrs ms dr st jr sr prof rev gen col capt lt sgt maj cmdr adm gov sen rep pres messrs
    inc corp co cos ltd bros dept vs etc al ave vol ed
    ok okla kan ky
    jan feb mar apr aug sep sept oct nov dec tues wed va pa ga fla ala ariz calif colo conn ill
    minn mich miss tenn wash wis ore
    """.split()
)
_FULL_STOP = re.compile(r"(\S*[^.\s])\.(?=[)\";}\]*:@'({\[!?]|\s+\S|[\]\)}>\"'»”’ ]*\s*$)")
_NOT_A_LETTER = re.compile(r"[^\w]+")
_SPLIT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"([«“‘„]|`+)", r" \1 "),
        (r"(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", "' "),
        (r"([:,])([^\d])", r" \1 \2"),
        (r"([:,])$", r" \1 "),
        (r"(\.{2,}|[;@#$%&?!*\]\[(){}<>\"»”’‒-―]|--|'')", r" \1 "),
        (r"([^'])' ", r"\1 ' "),
        (r"([^' ])('s|'m|'d|'|'ll|'re|'ve|n't) ", r"\1 \2 "),
        (r"\b(can)(not)\b", r" \1 \2 "),
        (r"\b(d)('ye)\b", r" \1 \2 "),
        (r"\b(gim|lem)(me)\b", r" \1 \2 "),
        (r"\b(gon)(na)\b|\b(wan)(na)(?=\s)", r" \1\3 \2\4 "),
        (r"\b(got)(ta)\b", r" \1 \2 "),
        (r"\b(more)('n)\b", r" \1 \2 "),
        (r" ('t)(is|was)\b", r" \1 \2 "),
    )
)


def _ended(match: re.Match[str]) -> str:
    word = _NOT_A_LETTER.split(match[1])[-1]
    return match[0] if word in ABBREVIATIONS else f"{match[1]} ."


def tokenize_letters(text: str) -> list[str]:
    """Return a text's terms: words of two letters or more, no stop words, stemmed."""
    text = _FULL_STOP.sub(_ended, text.lower())
    text = f" {text} "
    for pattern, replacement in _SPLIT:
        text = pattern.sub(replacement, text)
    words = (word for word in text.split() if word.isalpha() and len(word) > 1)
    return [stem(word) for word in words if word not in STOP_WORDS]
