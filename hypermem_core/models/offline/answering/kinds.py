"""What a question asks for, from its own words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from hypermem_core.models.offline.answering.lines import terms
from hypermem_core.models.offline.sentences import has_cjk
from hypermem_core.models.offline.values import DATE, MONTHS, iso_dates

KINDS: tuple[tuple[str, str], ...] = (
    ("how long", r"^(for )?how long\b|多久|多长时间"),
    ("how often", r"^how often\b|多久一次"),
    ("how many", r"\bhow many\b|几[次个只种本件场位条张]|多少(?!钱)"),
    (
        "when",
        r"^((since |until |around )?when|(on |in |around )?(what|which) (date|day|month|year))\b",
    ),
    ("when", r"什么时候|何时|哪[一]?[天年月]|几月|几号"),
    ("where", r"^(from |to |near )?where\b|哪里|哪儿|在哪|什么地方|哪个城市"),
    ("who", r"^((with |from |to |for |by |after )?(who|whom)|whose)\b|谁"),
    ("why", r"^(why|for what reason)\b|为什么|为何"),
    ("yes/no", r"^(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|might)\b"),
    ("yes/no", r"吗[？?]?$|是否|有没有|是不是"),
    ("how", r"^how (?!much\b|old\b|far\b|tall\b|big\b|deep\b|high\b)"),
)
_AUX = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|might|des|may)"
_HEAD = re.compile(
    r"\b(?:[Ww]hat|[Ww]hich|[Ww]hose)(?: (?:kinds?|types?|sorts?|names?) of)? "
    rf"((?:(?!{_AUX}\b)[\w'’+-]+ ){{0,3}}?(?!{_AUX}\b)[\w'’+-]+),? (?:{_AUX}\b|[A-Z])"
)
_VERB = re.compile(
    r"\b(?:do|does|did|has|have|had|is|are|was|were|will|would|might|can|could)\b"
    r"(?: (?:[A-Z][\w'’-]*|and|the|her|his|their|its|both|kids?|family|friends?|mom|mother))*"
    r"(?: (?:likely|also|ever|usually|recently|first|currently|still|be|been|\w+ly))*"
    r" ([a-z][\w'-]+)"
)
_NAME = re.compile(r"(?<!^)\b(?!(?:January|February|March|April|May|June|July|August|September|"
                   r"October|November|December|I)\b)[A-Z][\w-]+")  # fmt: skip
# What a question says about its own form, not about the world.
_FORM = frozenset(terms("many much kind type sort name call often mention according which ones do"))
_LIST = re.compile(r"哪些|哪几|\bwhat (?:all|are|were)\b", re.I)
_HEDGED = re.compile(r"\b(?:likely|probably|might|would|could)\b", re.I)
_SINGULAR = re.compile(r"(?:ss|us|is|news|series|classes)$")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question read: kind, the words that count, what is asked for, whom and when."""

    text: str
    kind: str
    head: str  # the noun asked for: `instrument` of `what instrument does …`
    verb: str  # the term of its main verb
    terms: frozenset[str]  # without names, dates and form words
    names: frozenset[str]  # as terms
    dates: tuple[str, ...]  # ISO days, months or years
    many: bool  # several things are asked for
    hedged: bool
    chinese: bool


def kind_of(question: str) -> str:
    """Return what a question asks for: when, where, who, why, how many, …, yes/no or what."""
    text = question.strip().lower()
    return next((kind for kind, pattern in KINDS if re.search(pattern, text)), "what")


def _bare(text: str) -> str:
    """Return a question without the dates it states."""
    spelt = iso_dates(text)
    return re.sub(r"\b(?:on|in|of|before|after|since|around|by|as of)?\s*(?:\d{4}-\d{2}(?:-\d{2})?"
                  r"|(?:19|20)\d\d)\b", " ", spelt)  # fmt: skip


@lru_cache(maxsize=1024)
def asked(question: str) -> Asked:
    """Return what a question asks."""
    bare = _bare(question)
    kind = kind_of(question)
    head = _HEAD.search(bare)
    noun = head[1].split()[-1].lower() if head and kind in {"what", "when"} else ""
    verb = _VERB.search(bare)
    people = frozenset(terms(" ".join(_NAME.findall(bare))))
    content = frozenset(terms(bare)) - people - _FORM
    if kind == "how many":  # the period a count is for is no part of the thing counted
        content -= set(terms(" ".join(MONTHS)))
    plural = bool(noun.endswith("s") and not _SINGULAR.search(noun))
    return Asked(
        question,
        kind,
        noun,
        (terms(verb[1]) or [verb[1]])[0] if verb else "",
        content,
        people,
        tuple(DATE.findall(iso_dates(question))),
        kind == "what" and (plural or bool(_LIST.search(question))),
        bool(_HEDGED.search(question)),
        has_cjk(question),
    )
