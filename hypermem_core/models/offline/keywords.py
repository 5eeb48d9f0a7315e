"""Finds the words that tell what a text is about: names, numbers, noun-like terms, no filler."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from hypermem_core.models.offline.sentences import has_cjk, words
from hypermem_core.models.offline.verbs import is_past

STOP = frozenset(
    """
a about above after again all am an and any anyone anything are aren't around as ask at away be
because been before being below between both but by came can can't cannot come comes coming could
couldn't did didn't do does doesn't doing don't down during each either else every everyone
everything few for from further get gets getting give gives given go goes going gonna had hadn't
has hasn't have haven't having he her here hers herself him himself his how i i'd i'll i'm i've if
in into is isn't it it's its itself just kinda let let's like ll lot lots made make makes making
many may maybe me might mine more most much must my myself need no nor not nothing now of off on
once one only or other others our ours ourselves out over own perhaps put really said same say
says see seem she should shouldn't since so some someone something sometimes sort still such take
taken takes taking than that that's the their theirs them themself themselves then there these
they they're thing things this those though through to too took toward towards under until up upon
us use used using ve very want wanted wants was wasn't way we we're we've well went were weren't
what what's whatever when whenever where which while who whom whose why will with within without
won't would wouldn't yet you you'd you'll you're you've your yours yourself yourselves asked
""".split()
)
# Words that are about nothing even if they are no stop words.
_WEAK = frozenset(
    """
absolutely actually again agree ago always amazing anyway appreciate awesome beautiful believe best
better bit check cool course cute day days definitely enjoy enjoyed even ever exactly excited
exciting fantastic favorite feel feeling feels felt finally find found fun glad gotta great guess
guys happy haha hear heard hello help helped helps hey hi hope hopefully huge important incredible
inspiring interesting keep keeps kept kind know last later lately little long look looking looks
love loved loves luck lucky mean means moment month months morning new next nice night oh ok okay
part people perfect photo pic picture place plan plus pretty proud quite ready recently right share
shared since soon sorry sound sounds special start started stuff sure super sweet talk tell thank
thanks think thinking thought time times today together told tomorrow tonight totally tried true
truly try trying ugh week weekend weeks wait welcome wonderful work world worries wow yeah year
years yep yes yesterday lovely image showing front background also able another big didn far full
good got hard congrats ooo woohoo yup woo hoo btw keen stoked already aw aww awww frustrating
loving man old put
real set stay super two wanna yay
""".split()
)
# Words that tell something but name nothing: fit for a sentence, not for a keyword or a title.
_NAMELESS = frozenset(
    """
one two three four five six seven eight nine ten eleven twelve thirteen twenty thirty forty fifty
sixty seventy eighty ninety hundred thousand half quarter whole double dozen first second third
fourth fifth sixth seventh eighth ninth tenth twelfth once twice monday tuesday wednesday thursday
friday saturday sunday january february march april june july august september october november
december noon evening afternoon spring summer autumn winter minute minutes hour hours slightly
nearly gently early near anywhere alive known proper speaking reporting noted remind born back
splendid awful glorious rotten lost won left sent saw gave drawn cut sold beaten
""".split()
)
CJK_STOP = re.compile(
    "我们|你们|他们|她们|这个|那个|什么|怎么|怎样|真的|非常|觉得|知道|因为|所以|但是|不过|还是|已经|现在|"
    "今天|昨天|前天|明天|后天|昨晚|[上下这本]+个?(?:周|星期|月|礼拜)[一二三四五六日天末]?|周末|"
    "前年|去年|今年|明年|对了|是的|顺便|等人|[一二两三四五六七八九十\\d]+[月年天日号岁次个]|一个|一些|自己|没有|可以|就是|时候|最近|谢谢|分享|照片|"
    "[我你您他她它问说的了是在也都很太真就还又不和跟与把被给让会要想去来到有吗呢吧啊呀哦嗯这那个]"
)


def is_weak(word: str) -> bool:
    """Say whether a word is a stop word or filler."""
    low = word.lower()
    head = low.split("'")[0]
    return low in STOP or low in _WEAK or head in STOP or head in _WEAK or len(head) < 2


def names_something(word: str) -> bool:
    """Say whether a word can stand alone as a keyword: no number, date, adverb or past form."""
    low = word.lower()
    return low not in _NAMELESS and not low.endswith("ly") and not (word.islower() and is_past(low))


def singular(word: str) -> str:
    """Return a word without its plural `s`, lower-cased, so that repeats are recognised."""
    low = word.lower().split("'")[0]
    if len(low) > 4 and low.endswith("ies"):
        return low[:-3] + "y"
    if len(low) > 3 and low.endswith("s") and not low.endswith(("ss", "us", "is")):
        return low[:-1]
    return low


def _grams(run: str) -> list[str]:
    parts = [part for part in CJK_STOP.split(run) if len(part) >= 2]
    return [part[i : i + 2] for part in parts for i in range(len(part) - 1)]


def terms(text: str) -> list[str]:
    """Return the content terms of a text in order, repeats kept: for cohesion and overlap."""
    found: list[str] = []
    for word in words(text):
        if has_cjk(word):
            found += _grams(word)
        elif word.isdigit() or not is_weak(word):
            found.append(singular(word))
    return found


def _labels(text: str) -> list[str]:
    """Return keywords as they should be shown, in order: short Chinese pieces stay whole."""
    found: list[str] = []
    for word in words(text):
        if has_cjk(word):
            parts = [part for part in CJK_STOP.split(word) if len(part) >= 2]
            found += [part if len(part) <= 4 else part[:4] for part in parts]
        elif not is_weak(word) and not word.isdigit() and word[:1].isalpha():
            found.append(word if word[0].isupper() and not word.isupper() else word.lower())
    return found


def keywords(text: str, limit: int = 8, names: Sequence[str] = ()) -> list[str]:
    """Return up to `limit` keywords, most frequent first, then in order of appearance."""
    skip = {singular(part) for name in names for part in words(name)}
    counts: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for name in names:
        text = text.replace(name, " ") if has_cjk(name) else text
    for label in _labels(text):
        key = singular(label)
        if key in skip or is_weak(key) or _nickname(key, skip) or not names_something(label):
            continue
        counts[key] += 1
        if key not in shown or label.islower():
            shown[key] = label.split("'")[0]
    return [shown[key] for key, _ in counts.most_common(limit)]


def _nickname(word: str, names: set[str]) -> bool:
    """Say whether a word shortens a name (`Mel` for `Melanie`)."""
    return len(word) >= 3 and any(name.startswith(word) for name in names)


def overlap(left: Iterable[str], right: Iterable[str]) -> float:
    """Return the share of the smaller set of terms that the other one holds, 0 if one is empty."""
    a, b = set(left), set(right)
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0
