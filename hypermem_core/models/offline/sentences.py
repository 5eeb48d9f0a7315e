"""Splits text into sentences and words, in English and Chinese, in linear time."""

from __future__ import annotations

import re

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_HAS_CJK = re.compile(rf"[{CJK}]")
_WORD = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:['\-][^\W_{CJK}]+)*")
_END = re.compile(r"(?<=[.!?…])[\"')\]]?\s+|(?<=[。！？；])[”」』]?|\n+")
_SHORT = re.compile(r"(?:^|\s)(?:Mr|Mrs|Ms|Dr|St|Prof|vs|etc|e\.g|i\.e|[A-Z])\.$")
_STRAIGHT = str.maketrans("’‘“”‐‑", "''\"\"--")
_QUESTION = re.compile(
    r"^(?:(?:and|so|but|oh|wow|hey|well|ok|okay|also),?\s+)?(?:what|when|where|who|whose|why|how|"
    r"which|do|does|did|is|are|was|were|have|has|can|could|would|will|should|any|got)\b",
    re.IGNORECASE,
)
LONGEST = 4000  # characters of one turn that the rules read; what follows is kept out of the facts


def straight(text: str) -> str:
    """Return the text with typographic quotes and hyphens made plain."""
    return text.translate(_STRAIGHT)


def has_cjk(text: str) -> bool:
    """Say whether any Chinese, Japanese or Korean character is in the text."""
    return _HAS_CJK.search(text) is not None


def words(text: str) -> list[str]:
    """Return the words of a text in order; a run of Chinese characters is one word."""
    return _WORD.findall(straight(text))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text in order, each stripped and none empty."""
    parts: list[str] = []
    joined = ""
    start = 0
    for end in _END.finditer(text):
        joined += text[start : end.end()]
        start = end.end()
        if not _SHORT.search(joined.rstrip()[-8:]):
            parts.append(joined.strip())
            joined = ""
    parts.append((joined + text[start:]).strip())
    return [part for part in parts if part]


def is_question(sentence: str) -> bool:
    """Say whether a sentence asks something; a mark at its end decides."""
    return sentence.rstrip("\"') ”」").endswith(("?", "？", "吗", "呢"))


def asks(sentence: str) -> bool:
    """Say whether a question is more than a tag such as `right?` at the end of a statement."""
    if not is_question(sentence):
        return False
    return has_cjk(sentence) or len(words(sentence)) < 12 or bool(_QUESTION.match(sentence))
