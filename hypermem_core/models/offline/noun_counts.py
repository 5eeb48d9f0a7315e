"""Counts in which episodes of a conversation each noun is said, and beside which others."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypermem_core.models.offline.contests import RESULTS, tells_result
from hypermem_core.models.offline.keywords import CJK_STOP, is_weak, singular
from hypermem_core.models.offline.phrasing import noun_phrases, nounlike, without_dates
from hypermem_core.models.offline.sentences import CJK, has_cjk, sentences, straight
from hypermem_core.types import Episode

WINDOW = 3  # neighbouring sentences
NOUN_SHARE = 0.3  # of a word's uses stand where a noun stands
# Nouns so common that no thread is recognised by them.
GENERIC = frozenset(
    """
way thing life moment time day kind part place person people world word name point round hand head
eye face heart mind body end start side top room door floor wall table box number second minute
hour night morning case fact idea question answer reason matter problem change chance choice step
difference experience feeling journey story stories impact effect goal progress success challenge
strength power energy joy happiness love hope peace courage passion determination encouragement
motivation support connection moments reminder memory memories view sense sign piece set pair bunch
ton lot bit couple amount line list message news talk chat conversation thought opinion advice help
guy girl boy man woman men women kid kids child children everybody nobody somebody friend friends
note photo picture image video smile laugh look sound voice tear front middle row corner edge past
future shift season visit home new small big long short old young different positive
tough easy hard right wrong busy white black blue red green yellow light dark color colour
instead please never against done gone mention sensible poor orange dry free fine real true seeing
finding helping sitting standing walking holding working learning giving staying pushing spending
trying growing starting creating exploring searching remembering knowing sharing supporting
understanding rewarding amazing powerful beautiful gorgeous wonderful special grateful thankful
passionate meaningful peaceful creative strong safe able fave remind happen accept let
worth key path blast bond water spot boost wild board chill touching rough deal shape stick break
effort situation opportunity outcome correction date toast continue inspiration gratitude obstacle
freedom stress emotion comfort trust belief purpose air top leg asleep don self behind building
finish beginning quote woah system environment focus attention detail details role sort recent
game talking enjoying connecting posing letting serving motivate motivating chasing
reminding striving touching listening gaining shaking joining losing leaving waiting expressing
enthusiasm commitment
area field group event space size age level form order style type sort copy half rest dear sir
""".split()
)
_OPENING = re.compile(r"^On \d+ \w+ \d+: |^\d+年\d+月\d+日：")  # the date an account begins with
_TOKEN = re.compile(rf"[^\W\d_{CJK}]+(?:['-][^\W\d_{CJK}]+)*")
_RUN = re.compile(rf"[{CJK}]+")
_NAME = re.compile(r"\b(?=([A-Z][^\W\d_]+ [A-Z][^\W\d_]+)\b)")
SPEAKER = 0.5  # a capitalised word in more of the episodes names someone who speaks
_NUMBERS = frozenset(
    "two three four five six seven eight nine ten eleven twelve full first second third".split()
)
_EVERYWHERE = 0.8  # a Chinese piece in more of the episodes is a speaker's name
_ABSTRACT = tuple("ness ity ance ence ful ive ship able ible ous tude dom".split())
_SLANG = {"biz": "business", "fam": "family"}
LONGEST_PIECE = 4  # Chinese characters of a word


@dataclass(frozen=True, slots=True)
class Words:
    """What is said in which episode. Keys are singular and lower-case, Chinese pieces as is."""

    episodes: tuple[str, ...]
    within: Mapping[str, Mapping[str, int]]  # word → episode id → times
    windows: Mapping[str, Sequence[frozenset[str]]]  # episode id → words said close together
    nouns: Mapping[str, float]  # word → how surely it is a noun, 0 to 1
    shown: Mapping[str, str]  # word → as it is written
    phrases: Mapping[str, Mapping[str, set[str]]]  # word → phrase of it → episode ids
    owners: Mapping[str, Mapping[str, int]]  # word → speaker it is said of → times


def counted(episodes: Sequence[Episode]) -> Words:
    """Return the nouns of these episodes' accounts."""
    told = {e.id: sentences(_OPENING.sub("", straight(_account(e)))) for e in episodes}
    chinese = any(has_cjk(part) for parts in told.values() for part in parts[:3])
    return _chinese(told) if chinese else _english(told)


def _account(episode: Episode) -> str:
    return without_dates(episode.text or episode.summary)


def _english(told: Mapping[str, Sequence[str]]) -> Words:
    speakers = _speakers(told)
    uses: Counter[str] = Counter()
    nouns: dict[str, float] = defaultdict(float)
    names: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    phrases: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    said: dict[str, list[list[str]]] = {}
    owners: dict[str, Counter[str]] = defaultdict(Counter)
    for episode, parts in told.items():
        said[episode] = []
        who = ""
        for part in parts:
            tokens = _TOKEN.findall(part)
            who = next((t for t in tokens if singular(t) in speakers), who)
            keys = [_key(token, speakers) for token in tokens]
            if who and tells_result(part):
                keys, tokens = [*keys, f"{RESULTS}{singular(who)}"], [*tokens, who]
                nouns[keys[-1]] += 1
            said[episode].append([key for key in keys if key])
            for key in set(said[episode][-1]) if who else ():
                owners[key][who.split("'")[0]] += 1
            for place, (token, key) in enumerate(zip(tokens, keys, strict=True)):
                if key:
                    uses[key] += 1
                    named = place > 0 and token[0].isupper()
                    if named or token[0].islower():  # a sentence's first word tells no case
                        forms[key][_SLANG.get(token.lower(), token.split("'")[0])] += 1
                    names[key] += named
                    before = tokens[place - 1].lower() if place else ""
                    nouns[key] += before in _NUMBERS
            for phrase in [*noun_phrases(part, speakers), *_names_in(part, speakers)]:
                _add_phrase(phrase, episode, nouns, phrases)
    _drop_remarks(said, nouns)
    sure = {key: _sure(key, uses[key], nouns[key], names[key], forms[key]) for key in uses}
    kept = {key for key in uses if sure[key] >= NOUN_SHARE}
    shown = {key: _form(key, forms[key]) for key in kept}
    return _words(said, kept, sure, shown, phrases, owners)


def _names_in(part: str, speakers: set[str]) -> list[list[str]]:
    """Return names of two words (`Ekhamra College`)."""
    found = (match.split() for match in _NAME.findall(part))
    return [pair for pair in found if all(_key(word, speakers) for word in pair)]


def _key(token: str, speakers: set[str]) -> str:
    """Return a noun's key, `""` for a word that can be none."""
    key = _SLANG.get(token.lower(), singular(token))
    if len(key) < 3 or key in GENERIC or token.lower() in GENERIC or key in speakers:
        return ""
    if len(key) >= 3 and any(name.startswith(key) for name in speakers):
        return ""
    return key if nounlike(token.split("'")[0].lower(), speakers) else ""


def _speakers(told: Mapping[str, Sequence[str]]) -> set[str]:
    seen: Counter[str] = Counter()
    for parts in told.values():
        names = {token for part in parts for token in _TOKEN.findall(part) if token[0].isupper()}
        seen.update({singular(name) for name in names})
    least = max(1.0, SPEAKER * len(told))
    return {name for name, count in seen.items() if count > least and not is_weak(name)}


def _form(key: str, forms: Counter[str]) -> str:
    return min(forms, key=lambda form: (-forms[form], form), default=key)


def _drop_remarks(said: Mapping[str, list[list[str]]], nouns: Mapping[str, float]) -> None:
    """Take out results of those who mostly remark on another's."""
    most = max((nouns[key] for key in nouns if key.startswith(RESULTS)), default=0.0)
    for parts in said.values():
        for part in parts:
            part[:] = [k for k in part if not k.startswith(RESULTS) or 2 * nouns[k] > most]


def _sure(key: str, uses: int, nouns: float, names: int, forms: Counter[str]) -> float:
    """Return how surely a word is a noun: a name surely, else by where it stands."""
    lower = sum(count for form, count in forms.items() if form.islower())
    if names > lower:
        return 1.0
    share = min(1.0, nouns / uses)
    return 0.0 if key.endswith(_ABSTRACT) or (key.endswith("ing") and share < 0.5) else share


def _add_phrase(
    phrase: Sequence[str],
    episode: str,
    nouns: dict[str, float],
    phrases: dict[str, dict[str, set[str]]],
) -> None:
    keys = [_SLANG.get(word.lower(), singular(word)) for word in phrase]
    for key in keys[:-1]:
        nouns[key] += 0.5  # what stands before another noun may be an adjective
    nouns[keys[-1]] += 1
    for at in range(len(phrase) - 1):
        if phrase[at].endswith("'s"):
            continue
        pair = " ".join(phrase[at : at + 2])
        for key in keys[at : at + 2]:
            phrases[key][pair].add(episode)


def _words(
    said: Mapping[str, Sequence[Sequence[str]]],
    kept: set[str],
    sure: Mapping[str, float],
    shown: Mapping[str, str],
    phrases: Mapping[str, Mapping[str, set[str]]],
    owners: Mapping[str, Mapping[str, int]],
) -> Words:
    within: dict[str, Counter[str]] = defaultdict(Counter)
    windows: dict[str, list[frozenset[str]]] = {}
    for episode, parts in said.items():
        rows = [frozenset(key for key in part if key in kept) for part in parts]
        for part in parts:
            for key in part:
                if key in kept:
                    within[key][episode] += 1
        windows[episode] = [
            frozenset(key for row in rows[at : at + WINDOW] for key in row)
            for at in range(max(1, len(rows) - WINDOW + 1))
        ]
    return Words(tuple(said), within, windows, sure, shown, phrases, owners)


_CHINESE_GENERIC = frozenset(
    "哈哈 差点 果然 确定 早上 晚上 最后 开始 抱着 后悔 工资 可能 "
    "应该 事情 东西 地方 朋友 大家 起来 出来 下来 回来 以后 以前 "
    "之前 之后 当时 肯定 终于 居然 干脆 其实 只是 报告 计划 同事 "
    "照片 诚实 医生 老师 孩子 水果 公司".split()
)
_COUNTS = "一二两三四五六七八九十几每第前后上下先"  # what begins with one names nothing


def _chinese(told: Mapping[str, Sequence[str]]) -> Words:
    """Count pieces of two to four characters that recur, without those inside longer ones."""
    pieces: dict[str, set[str]] = defaultdict(set)
    speakers = _everywhere(told)
    runs = {e: [_chinese_runs(part, speakers) for part in parts] for e, parts in told.items()}
    for episode, parts in runs.items():
        for run in (run for part in parts for run in part):
            for piece in _grams(run):
                pieces[piece].add(episode)
    recurring = {p for p, found in pieces.items() if len(found) >= 2 and _names(p)}
    kept = {p for p in recurring if not _inside_longer(p, recurring, pieces)}
    said = {
        e: [[p for run in part for p in _longest(run, kept)] for part in parts]
        for e, parts in runs.items()
    }
    return _words(said, kept, dict.fromkeys(kept, 1.0), {p: p for p in kept}, {}, {})


def _names(piece: str) -> bool:
    """Say whether a Chinese piece can name a thing: no filler and no count."""
    return piece not in _CHINESE_GENERIC and piece[0] not in _COUNTS


def _everywhere(told: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    """Return a pattern of the pieces that nearly all episodes say: the speakers' names."""
    seen: Counter[str] = Counter()
    for parts in told.values():
        seen.update(
            {piece for part in parts for run in _RUN.findall(part) for piece in _grams(run)}
        )
    names = [p for p, count in seen.items() if count > max(1, _EVERYWHERE * len(told))]
    return re.compile("|".join(sorted(names, key=lambda p: (-len(p), p))) or r"(?!)")


def _chinese_runs(part: str, speakers: re.Pattern[str]) -> list[str]:
    """Return what stop words and the speakers' names leave of a sentence."""
    runs = [piece for run in _RUN.findall(part) for piece in speakers.split(run)]
    return [piece for run in runs for piece in CJK_STOP.split(run) if piece and len(piece) > 1]


def _grams(run: str) -> list[str]:
    return [
        run[at : at + size]
        for size in range(2, LONGEST_PIECE + 1)
        for at in range(len(run) - size + 1)
    ]


def _longest(run: str, kept: set[str]) -> list[str]:
    """Return the pieces of a run from the left, each as long as can be."""
    found: list[str] = []
    at = 0
    while at < len(run) - 1:
        sizes = (size for size in range(LONGEST_PIECE, 1, -1) if run[at : at + size] in kept)
        size = next(sizes, 0)
        found += [run[at : at + size]] if size else []
        at += size or 1
    return found


def _inside_longer(piece: str, others: set[str], found: Mapping[str, set[str]]) -> bool:
    return any(
        piece != other and piece in other and found[piece] == found[other] for other in others
    )
