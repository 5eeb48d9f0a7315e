"""English verb forms: third person of a base form, base form of a past, what is a past."""

from __future__ import annotations

_PAIRS = """
was/be were/be went/go had/have got/get made/make took/take saw/see came/come gave/give found/find
thought/think told/tell became/become left/leave felt/feel brought/bring began/begin kept/keep
held/hold wrote/write stood/stand heard/hear meant/mean met/meet ran/run paid/pay sat/sit
spoke/speak led/lead grew/grow lost/lose fell/fall sent/send built/build understood/understand
drew/draw broke/break spent/spend rose/rise drove/drive bought/buy wore/wear chose/choose
won/win taught/teach caught/catch sold/sell fought/fight threw/throw flew/fly slept/sleep
swam/swim sang/sing ate/eat drank/drink rode/ride hid/hide woke/wake knew/know did/do said/say
forgot/forget lent/lend shot/shoot stuck/stick struck/strike tore/tear bent/bend fed/feed
hung/hang dug/dig froze/freeze shook/shake stole/steal swore/swear bit/bite blew/blow sought/seek
dealt/deal learnt/learn dreamt/dream lit/light wound/wind put/put read/read cut/cut hit/hit set/set
let/let quit/quit hurt/hurt cost/cost beat/beat spread/spread used/use
"""
PAST = dict(pair.split("/") for pair in _PAIRS.split())
MODALS = frozenset(
    "can can't cannot could couldn't will won't would wouldn't should shouldn't might may must "
    "mustn't shall didn't hadn't wasn't ought used".split()
)
BASE = frozenset(
    """
add adopt agree appreciate arrive ask attend bake be become believe bet bring cherish
express encourage embrace build buy call care carry
change check choose clean climb collect come cook create dance decide deliver design draw dream
drink drive eat enjoy enter exercise explore face feel find finish fix focus follow forget get give
go grow hang hate have hear help hike hit hope imagine improve inspire invite join keep know laugh
learn leave like listen live look lose love make manage mean meet miss move need notice offer open
organize own paint plan play practice practise prefer prepare push raise read realize receive
recommend relax remember rent ride run save say see seem sell send share show sing sit sleep speak
spend stand start stay stop struggle study support surf swim take talk teach tell thank think train
travel treat try turn understand use visit volunteer wait walk want watch wear win wish wonder work
worry write
""".split()
)
_NOT_PAST = frozenset("need feed speed breed succeed proceed exceed embed".split())
_THIRD = {"am": "is", "are": "is", "have": "has", "do": "does", "was": "was", "were": "was"}
_THIRD |= {"don't": "doesn't", "haven't": "hasn't", "aren't": "isn't", "weren't": "wasn't"}
_IRREGULAR_THIRD = {"go": "goes", "be": "is"}
ADVERBS = frozenset(
    """
also always just never ever still even often usually sometimes finally recently actually really
totally truly definitely already now then once both only almost kinda mostly probably honestly too
currently eventually certainly absolutely simply all
""".split()
)


_SILENT = ("at", "iz", "s", "v", "c", "g", "u", "ir", "bl", "pl", "gl", "dl", "tl", "zl", "kl")


def is_past(word: str) -> bool:
    """Say whether a word looks like a simple past."""
    low = word.lower()
    return low in PAST or (low.endswith("ed") and len(low) > 3 and low not in _NOT_PAST)


def third(word: str) -> str:
    """Return the form that follows a singular name: `love` → `loves`, `went` → `went`."""
    low = word.lower()
    if low in _THIRD:
        return _THIRD[low]
    if low in MODALS or is_past(low) or low.endswith("ing") or not low.isalpha():
        return word
    if low in _IRREGULAR_THIRD:
        return _IRREGULAR_THIRD[low]
    if low.endswith(("s", "sh", "ch", "x", "z")):
        return word + "es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def base_of_past(word: str) -> str:
    """Return the base form of a past, `painted` → `paint`; the word itself if it is none."""
    low = word.lower()
    if low in PAST:
        return PAST[low]
    if not is_past(low):
        return word
    if low.endswith("ied"):
        return low[:-3] + "y"
    stem = low[:-2]
    for candidate in (stem, stem + "e", stem[:-1]):
        if candidate in BASE:
            return candidate
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    return stem + "e" if stem.endswith(_SILENT) else stem


def base_of_third(word: str) -> str:
    """Return the base form of a third person, `loves` → `love`."""
    low = word.lower()
    for form, base in (("has", "have"), ("does", "do"), ("is", "be"), ("goes", "go")):
        if low == form:
            return base
    if low.endswith("ies"):
        return low[:-3] + "y"
    if low.endswith(("shes", "ches", "sses", "xes", "zes")):
        return low[:-2]
    return low[:-1]
